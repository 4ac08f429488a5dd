"""Part of the tour: matches in posts of a forum."""

from chaos.messages import Json
from playground import seed
from playground.model import FORUM, Channel
from playground.permissions import Permission
from tests.bounds.tour import HOUR, Tour


async def forums(tour: Tour) -> None:
    """Play in a forum, then lose the right to post there, then the forum."""
    world, (ann, ben) = tour.playground.world, tour.people[:2]
    forum = world.new_channel("#" * 100, FORUM, tags=["*" * 20])
    await tour.idle()
    panel = await tour.say(tour.boss, "settings")
    world.set_permissions(forum.id, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    await tour.idle()
    await tour.use(tour.boss, panel, "2:setting:forum", [str(forum.id)])
    world.set_permissions(forum.id, seed.BOT_ID)
    await tour.idle()
    panel = await tour.use(tour.boss, panel, "2:setting:forum", [str(forum.id)])
    world.set_permissions(forum.id, seed.BOT_ID, allow=int(Permission.MANAGE_CHANNELS))
    await tour.idle()
    await tour.use(tour.boss, panel, "2:setting:forum", [str(forum.id)])
    await tour.use(tour.boss, panel, "2:setting:check")
    await tour.say(ann, "practice", public=True)
    await tour.say(ann, "challenge", opponent=str(ben.id))
    await tour.answer(ben, _invitation(tour, forum), "decline")
    await tour.later(HOUR)
    await tour.say(ann, "challenge", opponent=str(ben.id))
    await tour.answer(ben, _invitation(tour, forum), "accept")
    tour.playground.thread_limits.begin(forum.id, 600)
    await tour.say(ann, "open", seats=2)
    tour.playground.thread_limits.begin(forum.id, 0)
    await tour.later(HOUR)
    world.set_permissions(forum.id, ben.id, deny=int(Permission.VIEW_CHANNEL))
    await tour.idle()
    await tour.say(ann, "challenge", opponent=str(ben.id))
    world.set_permissions(forum.id, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    await tour.idle()
    await tour.say(ann, "practice", public=True)
    await tour.say(tour.boss, "settings")
    world.delete_channel(forum)
    await tour.idle()
    await tour.say(ann, "practice", public=True)
    panel = await tour.say(tour.boss, "settings")
    await tour.use(tour.boss, panel, "2:setting:forum", [])


def _invitation(tour: Tour, forum: Channel) -> Json:
    posts = [c.id for c in tour.playground.world.guild.channels.values() if c.parent_id == forum.id]
    return tour.newest(tour.people[1], "2:invitation:", max(posts))
