"""Whether memory helps, and whether it ever hurts: experiments on the public pipeline. Not shipped in the layer."""
