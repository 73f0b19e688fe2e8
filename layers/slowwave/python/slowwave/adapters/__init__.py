"""What stands behind the ports: services, local stand-ins, and readers of other formats."""
