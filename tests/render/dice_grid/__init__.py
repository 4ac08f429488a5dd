"""The pictures of the dice grid."""
