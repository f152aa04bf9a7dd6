type Json = Record<string, unknown>

/** True for an object or a list. */
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * Returns the text of an xAPI language map whose tag begins with the given language (`sv-SE` for `sv`), else its first
 * text; null for another value or an empty text.
 */
export function readLanguageMap(map: unknown, language: string): string | null {
  if (!isJson(map)) return null
  const tags = Object.keys(map)
  const tag = tags.find((one) => one.toLowerCase().startsWith(language)) ?? tags[0]
  const text = tag === undefined ? null : map[tag]
  return typeof text === 'string' && text !== '' ? text : null
}

/**
 * Returns the last segment of a URL, after `/` or `#`; trailing ones do not count. A text without either is returned as
 * it is.
 */
export const lastSegment = (address: string) =>
  address
    .replace(/[/#]+$/, '')
    .split(/[/#]/)
    .at(-1) ?? address

const toText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

/**
 * Returns the name of an xAPI actor, else another identifier: the e-mail address, the account's name, the OpenID or the
 * hash of the e-mail address; for a group without any, the names of its members with commas. Null when there is none.
 */
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
 * Returns the name of a statement's object in `language`; null when there is none.
 *
 * It is the name of an activity, a person or a group, or of the object of a substatement. An activity without a name
 * has the last segment of its IRI, and so has a reference to a statement of its id.
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

/**
 * Formats an xAPI score in whole per cent, by `percentText`, or as `raw/max` points, or raw points alone; null without
 * either. The per cent are those of `scaled` (-1 to 1): -100 to 100.
 */
export function formatScore(score: unknown, percentText: (percent: number) => string): string | null {
  if (!isJson(score)) return null
  const { scaled, raw, max } = score
  if (typeof scaled === 'number') return percentText(Math.round(scaled * 100))
  if (typeof raw !== 'number') return null
  return typeof max === 'number' ? `${raw}/${max}` : String(raw)
}
