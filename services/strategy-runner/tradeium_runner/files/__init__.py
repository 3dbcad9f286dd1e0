"""Files by their digests, in a directory or in a bucket."""
