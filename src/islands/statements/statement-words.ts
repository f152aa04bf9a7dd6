type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The text of a language map in one's own language, else the first. */
export function textIn(map: unknown, language: string): string | null {
  if (!isJson(map)) return null
  const tags = Object.keys(map)
  const tag = tags.find((one) => one.toLowerCase().startsWith(language)) ?? tags[0]
  const text = tag === undefined ? null : map[tag]
  return typeof text === 'string' && text !== '' ? text : null
}

export const ending = (address: string) =>
  address
    .replace(/[/#]+$/, '')
    .split(/[/#]/)
    .at(-1) ?? address

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** A name of one's own, else whatever tells one from others; a group without either by its members. */
export function actorName(actor: unknown): string | null {
  if (!isJson(actor)) return null
  const { name, mbox, account, openid, mbox_sha1sum, member } = actor
  const known =
    textOf(name) ??
    textOf(mbox)?.replace(/^mailto:/, '') ??
    (isJson(account) ? textOf(account['name']) : null) ??
    textOf(openid) ??
    textOf(mbox_sha1sum)
  if (known !== null || !Array.isArray(member)) return known
  return member.flatMap((one) => actorName(one) ?? []).join(', ') || null
}

/** What a statement is about: an activity by its name, somebody by theirs, another statement by its number or by what it is about itself. */
export function objectName(object: unknown, language: string): string | null {
  if (!isJson(object)) return null
  const { objectType, id, definition } = object
  if (objectType === 'Agent' || objectType === 'Group') return actorName(object)
  if (objectType === 'SubStatement') return objectName(object['object'], language)
  const name = isJson(definition) ? textIn(definition['name'], language) : null
  const address = textOf(id)
  return name ?? (address === null ? null : ending(address))
}

/** In per cent of the most, or as many as there were. */
export function scoreText(score: unknown, percentText: (percent: number) => string): string | null {
  if (!isJson(score)) return null
  const { scaled, raw, max } = score
  if (typeof scaled === 'number') return percentText(Math.round(scaled * 100))
  if (typeof raw !== 'number') return null
  return typeof max === 'number' ? `${raw}/${max}` : String(raw)
}
