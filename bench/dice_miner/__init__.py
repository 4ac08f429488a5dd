"""What is measured and learned of Dice Miner."""
