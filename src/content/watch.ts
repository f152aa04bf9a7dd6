/** A page of the portal's beside the course: it sets the keeper up, has it send what waits, and tells the player how much does. */

import { portalOrigin } from './keeping/portal-origin.ts'

const pauseMs = 3_000

interface Course {
  who: string
  token?: string
  key?: string
}

interface Left {
  count: number
  since: number | null
}

const courseIn = (hash: string): Course | null => {
  try {
    // Written by the player, which takes nothing else.
    return JSON.parse(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

const portal = portalOrigin()

const tell = (left: Left) => parent.postMessage({ kind: 'portal-kept', ...left }, portal)

const asked = (keeper: ServiceWorker, course: Course) =>
  new Promise<Left>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    keeper.postMessage(course, [port2])
  })

async function watchOver(course: Course): Promise<void> {
  await navigator.serviceWorker.register('/_portal/keeper.js', { scope: '/' })
  const { active } = await navigator.serviceWorker.ready
  if (!active) return
  const send = async () => tell(await asked(active, course))
  // The player wants to know before it opens what would put an end to this.
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === portal && data === 'portal:send') void send()
  })
  for (;;) {
    await send()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const course = courseIn(location.hash)
// Without a keeper, as in some private windows, the course runs by itself.
if (course) watchOver(course).catch(() => tell({ count: 0, since: null }))
