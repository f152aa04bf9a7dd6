/**
 * A page of the portal beside the course: registers the service worker, has it send queued writes, and reports their
 * number to the player.
 */

import { portalOrigin } from './queue/portal-origin.ts'

const pauseMs = 3_000

interface Course {
  who: string
  token?: string
  key?: string
}

interface QueueStatus {
  count: number
  since: number | null
}

const courseIn = (hash: string): Course | null => {
  try {
    // Written by the player, so this cast is safe.
    return JSON.parse(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

const portal = portalOrigin()

const tell = (status: QueueStatus) => parent.postMessage({ kind: 'portal-kept', ...status }, portal)

const requestStatus = (keeper: ServiceWorker, course: Course) =>
  new Promise<QueueStatus>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    keeper.postMessage(course, [port2])
  })

async function watchOver(course: Course): Promise<void> {
  await navigator.serviceWorker.register('/_portal/keeper.js', { scope: '/' })
  const { active } = await navigator.serviceWorker.ready
  if (!active) return
  const send = async () => tell(await requestStatus(active, course))
  // The player asks before it navigates away from this page.
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === portal && data === 'portal:send') void send()
  })
  for (;;) {
    await send()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const course = courseIn(location.hash)
// Without a service worker, as in some private windows, the course runs without an offline queue.
if (course) watchOver(course).catch(() => tell({ count: 0, since: null }))
