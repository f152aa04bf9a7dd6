import { type Check, isJson, type Json, listOf, oneOf, shape, text } from './check.ts'
import { iri, mailbox, sha1 } from './formats.ts'

const identifiers = {
  mbox: mailbox,
  mbox_sha1sum: sha1,
  openid: iri,
  account: shape({ needs: { homePage: iri, name: text } }),
}

const identifiersIn = (actor: Json) => Object.keys(identifiers).filter((name) => Object.hasOwn(actor, name)).length

/** One person or system with exactly one identifier. */
export const agent: Check = shape({
  may: { objectType: oneOf('Agent'), name: text, ...identifiers },
  together: (value, at) => (identifiersIn(value) === 1 ? null : `${at || 'The agent'} has not exactly one identifier`),
})

/** A group with one identifier, or an anonymous group with members. */
export const group: Check = shape({
  needs: { objectType: oneOf('Group') },
  may: { name: text, ...identifiers, member: listOf(agent) },
  together(value, at) {
    const count = identifiersIn(value)
    if (count > 1) return `${at} has more than one identifier`
    if (count === 0 && !Array.isArray(value['member'])) return `${at}.member is missing`
    return null
  },
})

const isGroup = (value: unknown) => isJson(value) && value['objectType'] === 'Group'

/** Checks an agent or a group. Returns the error, or null when it is valid. */
export const actor: Check = (value, at) => (isGroup(value) ? group(value, at) : agent(value, at))

/**
 * Checks the authority of a statement: an agent, or an application together with its user (three-legged OAuth). Returns
 * what is wrong, or null.
 */
export const authority: Check = (value, at) => {
  if (!isGroup(value)) return agent(value, at)
  const wrong = group(value, at)
  if (wrong) return wrong
  const { member } = value as Json
  if (identifiersIn(value as Json) > 0) return `${at} is an identified group`
  return Array.isArray(member) && member.length === 2 ? null : `${at} is a group, but not of two`
}
