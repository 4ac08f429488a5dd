"""Contents of a new world. Ids are fixed, because a bot's database outlives the world."""

from playground.model import TEXT, Channel, Guild, Member, Role, User
from playground.permissions import ALL_BITS, EVERYONE
from playground.snowflakes import seconds_of

GUILD_ID = 830_000_000_000_000_000
BOT_ID = 830_000_000_000_000_100
BOT_ROLE_ID = 830_000_000_000_000_101
MODERATOR_ROLE_ID = 830_000_000_000_000_102
TAVERN_ID = 830_000_000_000_000_200
QUARRY_ID = 830_000_000_000_000_201
OWNER_ID = 830_000_000_000_000_001
ADA_ID = 830_000_000_000_000_002
BRUNO_ID = 830_000_000_000_000_003
CHLOE_ID = 830_000_000_000_000_004
DIMITRI_ID = 830_000_000_000_000_005
EMOJI_NAME_ID = 830_000_000_000_000_006
WIDE_NAME_ID = 830_000_000_000_000_007
RIGHT_TO_LEFT_ID = 830_000_000_000_000_008

PEOPLE = (
    (OWNER_ID, "eleni", "Eleni"),
    (ADA_ID, "ada", "Ada"),
    (BRUNO_ID, "bruno", "Bruno"),
    (CHLOE_ID, "chloe", "Chloé"),
    (DIMITRI_ID, "dimitri", "Dimitri"),
    (EMOJI_NAME_ID, "zoe_in_emoji", "🍺 *Zoë* `_|~` 👩‍👩‍👧‍👦"),
    (
        WIDE_NAME_ID,
        "the_long_name",
        "三座山下的石头矿工们每天晚上都要在酒馆里举杯高歌直到天亮才回家吧",
    ),
    (RIGHT_TO_LEFT_ID, "shahrazad", "شهرزاد من الجبال الثلاثة"),
)
"""Id, username and display name of all people; the first owns the server."""


def users(bot_name: str) -> dict[int, User]:
    everyone = {
        user_id: User(user_id, username, shown, f"{user_id:032x}")
        for user_id, username, shown in PEOPLE
    }
    everyone[BOT_ID] = User(BOT_ID, bot_name, None, f"{BOT_ID:032x}", bot=True)
    return everyone


def another_guild(number: int, name: str, bot_permissions: int) -> Guild:
    """Return a server with the id `number`, whose only members are its owner and the bot. The bot's
    role has the next id.
    """
    founded = seconds_of(number)
    role = Role(number + 1, "Bot", bot_permissions, 1, managed_by=BOT_ID)
    everyone = Role(number, "@everyone", int(EVERYONE), 0)
    members = {OWNER_ID: Member(OWNER_ID, founded), BOT_ID: Member(BOT_ID, founded)}
    members[BOT_ID].roles = [role.id]
    return Guild(number, name, OWNER_ID, {number: everyone, role.id: role}, members, {})


def guild(bot_permissions: int) -> Guild:
    founded = seconds_of(GUILD_ID)
    roles = [
        Role(GUILD_ID, "@everyone", int(EVERYONE), 0),
        Role(BOT_ROLE_ID, "Bot", bot_permissions, 1, managed_by=BOT_ID),
        Role(MODERATOR_ROLE_ID, "Moderator", ALL_BITS, 2, color=0xE67E22, mentionable=True),
    ]
    members = {user_id: Member(user_id, founded) for user_id, _, _ in PEOPLE}
    members[BOT_ID] = Member(BOT_ID, founded, roles=[BOT_ROLE_ID])
    channels = [
        Channel(TAVERN_ID, TEXT, "tavern", GUILD_ID, topic="Dice, beer and tall tales", position=0),
        Channel(QUARRY_ID, TEXT, "quarry", GUILD_ID, topic="For those who mean it", position=1),
    ]
    return Guild(
        GUILD_ID,
        "The Three Mountains",
        OWNER_ID,
        {role.id: role for role in roles},
        members,
        {channel.id: channel for channel in channels},
    )
