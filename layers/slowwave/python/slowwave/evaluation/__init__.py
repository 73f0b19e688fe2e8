"""Whether memory helps, and whether it ever hurts: experiments that drive the public pipeline. Not shipped in the layer."""
