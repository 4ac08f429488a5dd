"""Interfaces of games' screens: text, picture and controls of a board."""

from cogs.screens.base import Control, Form, FormField, GameScreens, Menu, Option, Scene

__all__ = ["Control", "Form", "FormField", "GameScreens", "Menu", "Option", "Scene"]
