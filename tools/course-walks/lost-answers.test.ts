import { expect, test } from 'vitest'
import { createAnswerLoser, type LosableRoute } from './lost-answers.ts'

function createRoute(method: string, fetch: LosableRoute['fetch']) {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const route = {
    request: () => ({ method: () => method }),
    continue: note('continued'),
    fetch: () => {
      done.push('fulfilled')
      return fetch()
    },
    abort: note('lost'),
  }
  return { route, done }
}

test('of ten responses the third is lost after the store has handled it, and no request is', async () => {
  const lose = createAnswerLoser()
  const all: string[] = []
  for (let at = 0; at < 20; at++) {
    const { route, done } = createRoute('POST', async () => undefined)
    await lose(route)
    all.push(done.join(' '))
  }
  const ten = [...Array(2).fill('continued'), 'fulfilled lost', ...Array(7).fill('continued')]
  expect(all).toEqual([...ten, ...ten])
  const asking = createAnswerLoser()
  for (let at = 0; at < 3; at++) {
    const { route, done } = createRoute('OPTIONS', async () => undefined)
    await asking(route)
    expect(done).toEqual(['continued'])
  }
})

test('a response that is dropped while its page closes causes no failure', async () => {
  const lose = createAnswerLoser()
  let go = () => {}
  const closed = new Promise<void>((_, reject) => {
    go = () => reject(new Error('Target page, context or browser has been closed'))
  })
  for (let at = 0; at < 2; at++) await lose(createRoute('PUT', async () => undefined).route)
  const { route, done } = createRoute('PUT', () => closed)
  const losing = lose(route)
  go()
  await expect(losing).resolves.toBeUndefined()
  expect(done).toEqual(['fulfilled', 'lost'])
})
