"""The version of the package, read without importing anything."""

VERSION = "0.1.0"
