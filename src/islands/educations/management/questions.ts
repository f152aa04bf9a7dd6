import type { CustomQuestion } from '#api/questions.ts'
import { newRowId } from '../../editing/new-row-id.ts'

/** Returns the questions with an empty one at their end, under an id that the list never had. */
export const withNewQuestion = (questions: readonly CustomQuestion[]): CustomQuestion[] => [
  ...questions,
  { id: newRowId(), text: '', type: 'text', options: [], required: false },
]

/**
 * Trims the texts of the questions, and removes empty questions, empty options, and the options of questions that are
 * no choice. In the same order.
 */
export const tidyQuestions = (questions: readonly CustomQuestion[]): CustomQuestion[] =>
  questions
    .filter(({ text }) => text.trim() !== '')
    .map((question) => ({
      ...question,
      text: question.text.trim(),
      options: question.type === 'choice' ? question.options.map((option) => option.trim()).filter(Boolean) : [],
    }))
