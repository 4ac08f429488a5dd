"""The installed games, one package each. Only `register` names them."""
