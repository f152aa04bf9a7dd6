import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from './check.ts'
import { refuseStatement, voidingVerb } from './statement.ts'

const id = 'fd41c918-b88b-4b20-a0a5-a4c32391aaa0'
const agent = { objectType: 'Agent', name: 'Åsa', mbox: 'mailto:asa@example.com' }
const account = { homePage: 'https://portal.test', name: '7' }
const activity = { objectType: 'Activity', id: 'https://courses.test/flaggor' }
const verb = { id: 'http://adlnet.gov/expapi/verbs/passed', display: { 'sv-SE': 'klarade', en: 'passed' } }
const ref = { objectType: 'StatementRef', id }
const plain = { actor: agent, verb, object: activity }
const attachment = {
  usageType: 'http://example.com/usage',
  display: { en: 'A picture' },
  contentType: 'text/plain; charset=ascii',
  length: 27,
  sha2: '495395e777cd98da653df9615d09c0fd6bb2f8d4788394cd53c56a3bfdcd848a',
}
const sub = { objectType: 'SubStatement', ...plain }

const full: Json = {
  ...plain,
  id,
  result: {
    score: { scaled: 0.5, raw: 5, min: 0, max: 10 },
    success: true,
    completion: true,
    response: 'a[,]b',
    duration: 'PT4H35M59.14S',
    extensions: { 'https://x.test/a': null, 'https://x.test/b': [{}] },
  },
  context: {
    registration: id,
    instructor: agent,
    team: { objectType: 'Group', mbox: 'mailto:team@example.com', member: [agent] },
    contextActivities: { parent: activity, grouping: [activity], category: [], other: [activity] },
    revision: '1',
    platform: 'web',
    language: 'sv',
    statement: ref,
    extensions: {},
  },
  timestamp: '2026-05-04T10:00:00.123+02:00',
  stored: '2026-05-04T10:00:00Z',
  authority: agent,
  version: '1.0.3',
  attachments: [attachment],
}

const withObject = (object: unknown) => ({ ...plain, object })
const withActor = (actor: unknown) => ({ ...plain, actor })
const withResult = (result: unknown) => ({ ...plain, result })
const withContext = (context: unknown) => ({ ...plain, context })
const withDefinition = (definition: unknown) => withObject({ ...activity, definition })
const withAttachment = (overrides: Json) => ({ ...plain, attachments: [{ ...attachment, ...overrides }] })
const voiding = (object: unknown) => ({ ...plain, verb: { id: voidingVerb }, object })
const components = [{ id: 'a', description: { sv: 'A' } }, { id: 'b' }]

describe('a statement is accepted', () => {
  test.each<[string, unknown]>([
    ['with the least', { actor: { mbox: agent.mbox }, verb: { id: verb.id }, object: { id: activity.id } }],
    ['with everything', full],
    ['by an account', withActor({ account })],
    ['by a mail sum', withActor({ mbox_sha1sum: 'ebd31e95054c018b10727ccffd2ef2ec3a016ee9' })],
    ['by an OpenID', withActor({ openid: 'https://asa.example.com' })],
    ['by an identified group', withActor({ objectType: 'Group', account })],
    ['by an anonymous group', withActor({ objectType: 'Group', member: [agent, { account }] })],
    ['about a person', withObject(agent)],
    ['about a group', withObject({ objectType: 'Group', account })],
    ['about a statement', withObject(ref)],
    ['about another that is told of', withObject(sub)],
    ['that voids', voiding(ref)],
    [
      'vouched for by a program and its user',
      { ...plain, authority: { objectType: 'Group', member: [agent, { account }] } },
    ],
    [
      'about a choice',
      withDefinition({ interactionType: 'choice', choices: components, correctResponsesPattern: ['a'] }),
    ],
    ['about an order', withDefinition({ interactionType: 'sequencing', choices: components })],
    ['about a scale', withDefinition({ interactionType: 'likert', scale: components })],
    ['about pairs', withDefinition({ interactionType: 'matching', source: components, target: components })],
    ['about steps', withDefinition({ interactionType: 'performance', steps: components })],
    ['about a number', withDefinition({ interactionType: 'numeric', correctResponsesPattern: ['4[:]5'] })],
    ['with an unusual language', { ...plain, verb: { id: verb.id, display: { 'zh-Hant-TW': 'x', 'i-klingon': 'y' } } }],
    ['with weeks', withResult({ duration: 'P4W' })],
    ['with years and seconds', withResult({ duration: 'P3Y1M29DT4H35M59.14S' })],
    ['at a time without an offset', { ...plain, timestamp: '2026-05-04T10:00:00' }],
    ['on a leap day', { ...plain, timestamp: '2024-02-29T23:59:59Z' }],
  ])('%s', (_name, statement) => {
    expect(refuseStatement(statement)).toBeNull()
  })
})

describe('a statement is refused', () => {
  test.each<[string, unknown, string]>([
    ['that is none', 'passed', 'The statement is not an object'],
    ['that is a list', [], 'The statement is not an object'],
    ['that is nothing', null, 'The statement is not an object'],
    ['without its actor', { verb, object: activity }, 'actor is missing'],
    ['without its verb', { actor: agent, object: activity }, 'verb is missing'],
    ['without its object', { actor: agent, verb }, 'object is missing'],
    ['with an unknown property', { ...plain, extra: 1 }, 'extra is not known'],
    ['with a property in another case', { ...plain, Result: {} }, 'Result is not known'],
    ['with a name that every object has', { ...plain, constructor: 1 }, 'constructor is not known'],
    ['with null', { ...plain, result: null }, 'result is not an object'],
    ['with null within', withResult({ response: null }), 'result.response is not a string'],
    ['whose id is short', { ...plain, id: id.slice(1) }, 'id is not a UUID'],
    ['whose id is bare', { ...plain, id: id.replaceAll('-', '') }, 'id is not a UUID'],
    ['of another version', { ...plain, version: '1.1.0' }, 'version is not 1.0 or 1.0.x'],
    ['by nobody', withActor({ name: 'Åsa' }), 'actor has not exactly one identifier'],
    ['by two at once', withActor({ ...agent, account }), 'actor has not exactly one identifier'],
    ['by an agent with members', withActor({ ...agent, member: [] }), 'actor.member is not known'],
    ['by a thing', withActor({ ...agent, objectType: 'agent' }), 'actor.objectType is not one of Agent'],
    [
      'by an address without mailto',
      withActor({ mbox: 'asa@example.com' }),
      'actor.mbox is not mailto: and an address',
    ],
    ['by a short sum', withActor({ mbox_sha1sum: 'ebd31e' }), 'actor.mbox_sha1sum is not a SHA-1 sum'],
    [
      'by an account of nowhere',
      withActor({ account: { homePage: 'here', name: '7' } }),
      'actor.account.homePage is not an IRI',
    ],
    [
      'by an account without a name',
      withActor({ account: { homePage: account.homePage } }),
      'actor.account.name is missing',
    ],
    ['by an anonymous group of nobody', withActor({ objectType: 'Group' }), 'actor.member is missing'],
    [
      'by a group in a group',
      withActor({ objectType: 'Group', member: [{ objectType: 'Group', account }] }),
      'actor.member[0].objectType is not one of Agent',
    ],
    [
      'by a group that is two',
      withActor({ objectType: 'Group', account, mbox: agent.mbox }),
      'actor has more than one identifier',
    ],
    ['with a verb of words', { ...plain, verb: { id: 'passed it' } }, 'verb.id is not an IRI'],
    [
      'with a language that is none',
      { ...plain, verb: { ...verb, display: { a12345678: 'x' } } },
      'verb.display: the key a12345678 is not a language tag',
    ],
    ['about an activity without an address', withObject({ id: 'flaggor' }), 'object.id is not an IRI'],
    [
      'about something unknown',
      withObject({ ...activity, objectType: 'activity' }),
      'object.objectType is not one of Activity, Agent, Group, StatementRef, SubStatement',
    ],
    [
      'about an inherited name',
      withObject({ ...activity, objectType: 'toString' }),
      'object.objectType is not one of Activity, Agent, Group, StatementRef, SubStatement',
    ],
    ['with more info of nowhere', withDefinition({ moreInfo: 'there' }), 'object.definition.moreInfo is not an IRI'],
    [
      'with an unknown kind of question',
      withDefinition({ interactionType: 'Choice' }),
      'object.definition.interactionType is not one of true-false, choice, fill-in, long-fill-in, matching, performance, sequencing, likert, numeric, other',
    ],
    [
      'with choices for a number',
      withDefinition({ interactionType: 'numeric', choices: components }),
      'object.definition.choices does not belong to numeric',
    ],
    [
      'with choices for nothing',
      withDefinition({ choices: components }),
      'object.definition.interactionType is missing, and there is choices',
    ],
    [
      'with a choice twice',
      withDefinition({ interactionType: 'choice', choices: [{ id: 'a' }, { id: 'a' }] }),
      'object.definition.choices has the same id twice',
    ],
    [
      'with an extension without an address',
      withDefinition({ extensions: { a: 1 } }),
      'object.definition.extensions: the key a is not an IRI',
    ],
    [
      'of one in one',
      withObject({ ...sub, object: sub }),
      'object.object.objectType is not one of Activity, Agent, Group, StatementRef',
    ],
    ['of one with an id', withObject({ ...sub, id }), 'object.id is not known'],
    ['of one with an authority', withObject({ ...sub, authority: agent }), 'object.authority is not known'],
    ['with too good a score', withResult({ score: { scaled: 1.1 } }), 'result.score.scaled is not -1 to 1'],
    [
      'with a score beyond its own limits',
      withResult({ score: { raw: 11, max: 10 } }),
      'result.score.raw is not between min and max',
    ],
    ['with limits the wrong way', withResult({ score: { min: 10, max: 1 } }), 'result.score.min is not below max'],
    ['with a score in letters', withResult({ score: { raw: '5' } }), 'result.score.raw is not a number'],
    ['with success in letters', withResult({ success: 'true' }), 'result.success is not true or false'],
    ['with a duration in words', withResult({ duration: 'an hour' }), 'result.duration is not a duration'],
    ['with a duration of nothing', withResult({ duration: 'PT' }), 'result.duration is not a duration'],
    ['with a registration that is none', withContext({ registration: 'mine' }), 'context.registration is not a UUID'],
    ['with a team of one', withContext({ team: agent }), 'context.team.objectType is not one of Group'],
    [
      'with another context activity',
      withContext({ contextActivities: { sibling: activity } }),
      'context.contextActivities.sibling is not known',
    ],
    [
      'with a revision of a person',
      { ...withObject(agent), context: { revision: '1' } },
      'context.revision belongs to activities only',
    ],
    [
      'with a platform of a statement told of',
      withObject({ ...sub, object: ref, context: { platform: 'web' } }),
      'object.context.platform belongs to activities only',
    ],
    ['with a language in words', withContext({ language: 'på svenska' }), 'context.language is not a language tag'],
    ['on no day', { ...plain, timestamp: '2026-02-30T10:00:00Z' }, 'timestamp is not a timestamp'],
    ['on a day without a time', { ...plain, timestamp: '2026-02-20' }, 'timestamp is not a timestamp'],
    ['at an unknown offset', { ...plain, timestamp: '2026-02-20T10:00:00-00:00' }, 'timestamp is not a timestamp'],
    ['that voids an activity', voiding(activity), 'object is not the statement to be voided'],
    [
      'vouched for by three',
      { ...plain, authority: { objectType: 'Group', member: [agent, agent, agent] } },
      'authority is a group, but not of two',
    ],
    [
      'vouched for by a named group',
      { ...plain, authority: { objectType: 'Group', account, member: [agent, agent] } },
      'authority is an identified group',
    ],
    ['with attachments that are one', { ...plain, attachments: attachment }, 'attachments is not a list'],
    [
      'with an attachment of half a byte',
      withAttachment({ length: 0.5 }),
      'attachments[0].length is not a whole number',
    ],
    [
      'with an attachment of no kind',
      withAttachment({ contentType: 'text' }),
      'attachments[0].contentType is not a media type',
    ],
    ['with an attachment of nowhere', withAttachment({ fileUrl: 'x' }), 'attachments[0].fileUrl is not an IRI'],
    ['with an attachment without a sum', withAttachment({ sha2: 'abc' }), 'attachments[0].sha2 is not a SHA-2 sum'],
  ])('%s', (_name, statement, reason) => {
    expect(refuseStatement(statement)).toBe(reason)
  })

  test('nested deeper than the database parses', () => {
    let deep: unknown = 1
    for (let level = 0; level < 200_000; level += 1) deep = [deep]
    expect(refuseStatement(withResult({ extensions: { 'https://x.test/a': deep } }))).toMatch('too deeply')
  })
})

/** Every place in a value, by its path. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]))]
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json
  copy[name] = replaced(copy[name], rest, by)
  return copy
}

describe('any input', () => {
  const isAnswer = (answer: unknown) => answer === null || (typeof answer === 'string' && answer.length > 0)

  test('is accepted or refused without an error', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isAnswer(refuseStatement(value))))
  })

  test('that is a corrupted statement is accepted or refused without an error', () => {
    const places = fc.constantFrom(...placesIn(full))
    const spoilt = fc.tuple(places, fc.jsonValue()).map(([place, by]) => replaced(full, place, by))
    fc.assert(
      fc.property(spoilt, (value) => isAnswer(refuseStatement(value))),
      { numRuns: 2000 },
    )
  })

  test('null is allowed in extensions only', () => {
    for (const place of placesIn(full)) {
      const isWithin = place.includes('extensions') && place.at(-1) !== 'extensions'
      const answer = refuseStatement(replaced(full, place, null))
      expect(answer === null, place.join('.')).toBe(isWithin)
    }
  })
})
