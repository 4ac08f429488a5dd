"""Golden files of the dice grid."""
