"""What a strategy meets inside the sandbox. Nothing here is trusted by the worker once a strategy has begun to run."""
