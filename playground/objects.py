"""Discord's JSON objects."""

from playground.errors import Json
from playground.model import (
    DIRECT,
    FORUMS,
    GROUP,
    VOICES,
    Channel,
    Emoji,
    Guild,
    Member,
    Overwrite,
    User,
)
from playground.permissions import EVERYDAY
from playground.roles import role_json
from playground.snowflakes import timestamp
from playground.world import World, thread_of


def user_json(user: User) -> Json:
    shown: Json = {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.global_name,
        "discriminator": "0001" if user.bot else "0",
        "avatar": user.avatar,
        "avatar_decoration_data": None,
        "collectibles": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if user.bot:
        shown["bot"] = True
    return shown


def own_user_json(user: User) -> Json:
    return {
        **user_json(user),
        "mfa_enabled": True,
        "locale": "en-US",
        "verified": True,
        "email": None,
        "premium_type": 0,
    }


def partial_member_json(member: Member) -> Json:
    """Return a member without its user, for messages."""
    until = member.timed_out_until
    return {
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in member.roles],
        "joined_at": timestamp(member.joined_at),
        "premium_since": None,
        "communication_disabled_until": None if until is None else timestamp(until),
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def member_json(world: World, member: Member) -> Json:
    return {**partial_member_json(member), "user": user_json(world.users[member.user_id])}


def overwrite_json(target_id: int, overwrite: Overwrite) -> Json:
    return {
        "id": str(target_id),
        "type": overwrite.kind,
        "allow": str(overwrite.allow),
        "deny": str(overwrite.deny),
    }


def _id(value: int | None) -> str | None:
    return None if value is None else str(value)


def channel_json(world: World, channel: Channel, viewer_id: int | None = None) -> Json:
    """Return a channel, thread or direct message as `viewer_id` (default: the bot) sees it."""
    viewer = world.bot_id if viewer_id is None else viewer_id
    shown: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": _id(channel.last_message_id),
        "flags": channel.flags,
    }
    if channel.last_pin_at is not None:
        shown["last_pin_timestamp"] = timestamp(channel.last_pin_at)
    if channel.kind in DIRECT:
        others = [world.users[user] for user in channel.recipients if user != viewer]
        shown["recipients"] = [user_json(user) for user in others]
        if channel.kind == GROUP:
            shown |= {"name": channel.name or None, "icon": None, "owner_id": _id(channel.owner_id)}
        return shown
    shown |= {
        "guild_id": _id(channel.guild_id),
        "name": channel.name,
        "parent_id": _id(channel.parent_id),
        "rate_limit_per_user": channel.slowmode,
    }
    if channel.thread is None:
        overwrites = channel.overwrites.items()
        return {
            **shown,
            **_kind_json(channel),
            "topic": channel.topic,
            "position": channel.position,
            "nsfw": False,
            "permission_overwrites": [
                overwrite_json(target, overwrite) for target, overwrite in overwrites
            ],
        }
    thread = channel.thread
    shown |= {
        "owner_id": _id(channel.owner_id),
        "message_count": thread.message_count,
        "member_count": len(thread.members),
        "total_message_sent": thread.total_sent,
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": timestamp(thread.archived_at),
            "auto_archive_duration": thread.auto_archive_minutes,
            "locked": thread.locked,
            "create_timestamp": timestamp(thread.created_at),
            "invitable": thread.invitable,
        },
    }
    if channel.applied_tags:
        shown["applied_tags"] = [str(tag) for tag in channel.applied_tags]
    if viewer in thread.members:
        shown["member"] = thread_member_json(channel, viewer)
    return shown


def _kind_json(channel: Channel) -> Json:
    if channel.kind in VOICES:
        return {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    if channel.kind not in FORUMS:
        return {}
    return {
        "available_tags": [
            {
                "id": str(tag.id),
                "name": tag.name,
                "moderated": tag.moderated,
                "emoji_id": None,
                "emoji_name": None,
            }
            for tag in channel.tags
        ],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    }


def thread_member_json(channel: Channel, user_id: int) -> Json:
    member = thread_of(channel).members[user_id]
    return {
        "id": str(channel.id),
        "user_id": str(user_id),
        "join_timestamp": timestamp(member.joined_at),
        "flags": 0,
    }


def guild_json(world: World, guild: Guild) -> Json:
    """Return a server without its channels and members."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": guild.icon,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(guild.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(role) for role in guild.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": world.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def emoji_json(world: World, emoji: Emoji) -> Json:
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_json(world.users[emoji.user_id]),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def application_json(world: World) -> Json:
    bot = world.bot
    return {
        "id": str(bot.id),
        "name": bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(bot),
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.users[world.guild.owner_id]),
        "approximate_guild_count": sum(guild.bot_present for guild in world.guilds),
        "approximate_user_install_count": len(world.installers),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {
            "0": {
                "oauth2_install_params": {
                    "scopes": ["applications.commands", "bot"],
                    "permissions": str(int(EVERYDAY)),
                }
            },
            "1": {
                "oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}
            },
        },
    }
