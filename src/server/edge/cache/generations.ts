import type { Tag } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { dataCentreCache } from '#platform/cache.ts'

/**
 * Purging by tag within a data centre: each tag has a generation in the Cache API, and a copy is good only for the
 * generations it was made under. A `pulse` changes with every purge, so that a reader asks for one small entry and
 * looks at the tags only when the pulse is new. A purge writes its tags first and the pulse last: whoever sees the
 * last pulse finds every tag.
 */
const secondsKept = 86_400

export interface Generations {
  of: (tags: readonly Tag[]) => Promise<string>
  purge: (tags: readonly Tag[]) => Promise<void>
}

let known = { pulse: '', byTag: new Map<Tag, string>() }

async function read(address: string): Promise<string> {
  const found = await dataCentreCache().match(address)
  return found ? await found.text() : '0'
}

const write = (address: string, text: string) =>
  dataCentreCache().put(address, new Response(text, { headers: { 'cache-control': `public, max-age=${secondsKept}` } }))

/** `origin` is the portal's own address: the same for all who read and write, however they reached it. */
export function generationsAt(origin: string, request: Visitor['pulse']): Generations {
  const addressOf = (name: string) => `${origin}/.edge/generation/${name}`

  return {
    async of(tags) {
      request.seen ??= read(addressOf('pulse'))
      const pulse = await request.seen
      if (known.pulse !== pulse) known = { pulse, byTag: new Map() }
      const { byTag } = known
      const unknown = tags.filter((tag) => !byTag.has(tag))
      await Promise.all(unknown.map(async (tag) => byTag.set(tag, await read(addressOf(tag)))))
      return tags.map((tag) => byTag.get(tag)).join(' ')
    },
    async purge(tags) {
      await Promise.all(tags.map((tag) => write(addressOf(tag), crypto.randomUUID())))
      await write(addressOf('pulse'), crypto.randomUUID())
      request.seen = null
    },
  }
}
