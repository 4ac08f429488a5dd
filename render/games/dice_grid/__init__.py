"""Pictures of the dice grid."""
