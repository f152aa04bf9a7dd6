type Json = Record<string, unknown>

/** True for an object or a list. */
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Returns the text of a language map in the given language, else the first one. */
export function readLanguageMap(map: unknown, language: string): string | null {
  if (!isJson(map)) return null
  const tags = Object.keys(map)
  const tag = tags.find((one) => one.toLowerCase().startsWith(language)) ?? tags[0]
  const text = tag === undefined ? null : map[tag]
  return typeof text === 'string' && text !== '' ? text : null
}

/** Returns the last segment of an address, after `/` or `#`. */
export const lastSegment = (address: string) =>
  address
    .replace(/[/#]+$/, '')
    .split(/[/#]/)
    .at(-1) ?? address

const toText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** Returns the name of an actor, else another identifier; for a group without either, the names of its members. */
export function formatActor(actor: unknown): string | null {
  if (!isJson(actor)) return null
  const { name, mbox, account, openid, mbox_sha1sum, member } = actor
  const label =
    toText(name) ??
    toText(mbox)?.replace(/^mailto:/, '') ??
    (isJson(account) ? toText(account['name']) : null) ??
    toText(openid) ??
    toText(mbox_sha1sum)
  if (label !== null || !Array.isArray(member)) return label
  return member.flatMap((one) => formatActor(one) ?? []).join(', ') || null
}

/**
 * Returns the name of a statement's object: an activity, a person or group, a substatement's object, or the end of an
 * address.
 */
export function formatObject(object: unknown, language: string): string | null {
  if (!isJson(object)) return null
  const { objectType, id, definition } = object
  if (objectType === 'Agent' || objectType === 'Group') return formatActor(object)
  if (objectType === 'SubStatement') return formatObject(object['object'], language)
  const name = isJson(definition) ? readLanguageMap(definition['name'], language) : null
  const address = toText(id)
  return name ?? (address === null ? null : lastSegment(address))
}

/** Formats a score in per cent, or as raw points of the maximum. */
export function formatScore(score: unknown, percentText: (percent: number) => string): string | null {
  if (!isJson(score)) return null
  const { scaled, raw, max } = score
  if (typeof scaled === 'number') return percentText(Math.round(scaled * 100))
  if (typeof raw !== 'number') return null
  return typeof max === 'number' ? `${raw}/${max}` : String(raw)
}
