"""What is asked of models and how their replies are read. One module a prompt: its version, its reply and its
messages.
"""
