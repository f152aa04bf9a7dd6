import { expect, test } from 'vitest'
import { CustomQuestion } from '#api/questions.ts'
import { withNewQuestion } from './questions.ts'

test('a new question never gets the id of a removed one, under which answers stand', () => {
  const first = withNewQuestion([])[0]
  const second = withNewQuestion([])[0]
  expect(second?.id).not.toBe(first?.id)
  const filled = { ...second, text: 'Kommer du med bil?' }
  expect(CustomQuestion.parse(filled)).toEqual(filled)
})
