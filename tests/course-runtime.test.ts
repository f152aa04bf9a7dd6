import { describe, expect, test } from 'vitest'
import { readLaunch } from '#story/courses/runtime/launch.js'
import { createOutbox } from '#story/courses/runtime/outbox.js'
import { answer, fits, neededOf, nextQuestion, scoreOf, startAttempt } from '#story/courses/runtime/quiz.js'
import { statementsFor } from '#story/courses/runtime/statements.js'

const reply = (status: number) => new Response(null, { status })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

/** Creates an outbox without delays and a letter that receives the given statuses, the last one repeatedly. */
function testOutbox() {
  const states: string[] = []
  const sent: string[] = []
  const outbox = createOutbox({ onChange: (state: string) => states.push(state), pause: async () => undefined })
  const letter = (name: string, answers: (() => Response | Promise<Response>)[], key?: string) => ({
    key,
    send: async () => {
      sent.push(name)
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? reply(204)
    },
  })
  const settled = () => new Promise((done) => setTimeout(done, 20))
  return { outbox, letter, sent, states, settled }
}

describe('the course’s outbox', () => {
  test('retries a statement until it is answered, and preserves the order', async () => {
    const { outbox, letter, sent, states, settled } = testOutbox()
    outbox.add(letter('first', [lost, () => reply(503), () => reply(429), () => reply(204)]))
    outbox.add(letter('second', [() => reply(204)]))
    await settled()
    expect(sent).toEqual(['first', 'first', 'first', 'first', 'second'])
    expect(states).toContain('waiting')
    expect(states.at(-1)).toBe('saved')
  })

  test('treats a conflict of a retry as delivered', async () => {
    const { outbox, letter, sent, states, settled } = testOutbox()
    outbox.add(letter('statement', [lost, () => reply(409)]))
    await settled()
    expect(sent).toHaveLength(2)
    expect(states.at(-1)).toBe('saved')
  })

  test('sends only the newest queued state', async () => {
    const { outbox, letter, sent, settled } = testOutbox()
    outbox.add(letter('statement', [() => reply(204)]))
    for (const name of ['one', 'two', 'three']) outbox.add(letter(name, [() => reply(204)], 'resume'))
    await settled()
    expect(sent).toEqual(['statement', 'three'])
  })

  test('reports when the login has expired, and stops', async () => {
    const { outbox, letter, sent, states, settled } = testOutbox()
    outbox.add(letter('first', [() => reply(401)]))
    outbox.add(letter('second', [() => reply(204)]))
    await settled()
    expect(sent).toEqual(['first'])
    expect(states.at(-1)).toBe('expired')
  })

  test('sends the rest with keepalive when the page is closed', async () => {
    const { outbox, letter, sent } = testOutbox()
    const never = () => new Promise<Response>(() => undefined)
    outbox.add(letter('first', [never]))
    outbox.add(letter('second', [never]))
    outbox.abandon()
    expect(sent).toEqual(['first', 'first', 'second'])
  })
})

describe('the course’s quiz', () => {
  const questions = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
    id,
    right: 'ja',
    choices: [{ id: 'ja' }, { id: 'nej' }],
  }))
  const attemptWith = (right: number) =>
    questions.reduce(
      (attempt, { id }, place) => answer(attempt, id, place < right ? 'ja' : 'nej'),
      startAttempt(questions),
    )

  test('is passed with 80 per cent and failed with less', () => {
    expect(neededOf(questions)).toBe(5)
    expect(scoreOf(attemptWith(5), questions)).toMatchObject({ right: 5, all: 6, isPassed: true })
    expect(scoreOf(attemptWith(4), questions)).toMatchObject({ right: 4, isPassed: false })
  })

  test('asks every question once, in a random order', () => {
    const attempt = startAttempt(questions)
    expect(attempt.questions.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(nextQuestion(attempt)).toBe(attempt.questions[0])
    expect(nextQuestion(attemptWith(6))).toBeNull()
  })

  test('a stored attempt is resumed only if it matches the current questions', () => {
    expect(fits(startAttempt(questions), questions)).toBe(true)
    expect(fits(startAttempt(questions.slice(1)), questions)).toBe(false)
    expect(fits({}, questions)).toBe(false)
  })
})

describe('the statements of the course', () => {
  const say = statementsFor({
    activityId: 'https://kurser.example/flaggor/',
    title: 'Flaggor',
    actor: { name: 'Åsa' },
    registration: undefined,
    now: () => new Date('2026-05-04T09:00:00Z'),
    newId: () => '7f0c2d1e-0000-4000-8000-000000000001',
  })

  test('passed and failed are about the course itself and contain the score', () => {
    expect(say.passed({ right: 5, all: 6, scaled: 5 / 6 }, 61_500)).toMatchObject({
      actor: { name: 'Åsa' },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: 'https://kurser.example/flaggor/' },
      result: { success: true, completion: true, score: { raw: 5, max: 6, scaled: 0.8333 }, duration: 'PT61.50S' },
    })
    expect(say.failed({ right: 1, all: 6, scaled: 1 / 6 }, 0).result).not.toHaveProperty('completion')
  })

  test('a slide and a question are activities below the course', () => {
    expect(say.experienced({ id: 'gul', title: 'Gult' }).object.id).toBe('https://kurser.example/flaggor/gul')
    const question = { id: 'q', text: 'Vad?', right: 'ja', choices: [{ id: 'ja', text: 'Ja' }] }
    expect(say.answered(question, 'nej', false)).toMatchObject({
      object: { id: 'https://kurser.example/flaggor/prov/q', definition: { correctResponsesPattern: ['ja'] } },
      result: { response: 'nej', success: false },
    })
  })
})

describe('the launch', () => {
  const launch =
    '?tincan=true&endpoint=https%3A%2F%2Fp.example%2Fapi%2Farticulate&auth=Bearer%20t&actor=%7B%22name%22%3A%22%C3%85sa%22%7D&activity_id=urn%3Aa'

  test('returns the endpoint and the actor', () => {
    expect(readLaunch(launch, 'urn:own')).toMatchObject({
      activityId: 'urn:a',
      store: { endpoint: 'https://p.example/api/articulate/', auth: 'Bearer t', actor: { name: 'Åsa' } },
    })
  })

  test('without an endpoint is a preview, regardless of other parameters', () => {
    expect(readLaunch('', 'urn:own')).toMatchObject({ activityId: 'urn:own', store: null })
    expect(readLaunch('?endpoint=x&actor=%7B', 'urn:own').store).toBeNull()
  })
})
