import { expect, test } from 'vitest'
import { dropEmptyFields } from './drop-empty-fields.ts'

const queryOf = (query: string, keptNames: readonly string[] = []) => {
  const data = new FormData()
  for (const [name, value] of new URLSearchParams(query)) data.append(name, value)
  dropEmptyFields(data, keptNames)
  return [...data].map(([name, value]) => `${name}=${String(value)}`).join('&')
}

test('a filter that is not set stays out of the URL', () => {
  expect(queryOf('tab=due&from=&to=&text=ek')).toBe('tab=due&text=ek')
  expect(queryOf('from=&to=')).toBe('')
})

test('a field whose empty value is a choice is kept', () => {
  expect(queryOf('view=exams&from=&until=', ['from'])).toBe('view=exams&from=')
})

test('the other values of a name with several are kept', () => {
  expect(queryOf('city=Kil&city=&city=Arvika')).toBe('city=Kil&city=Arvika')
})
