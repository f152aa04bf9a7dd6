import { cleanText } from '#api/pasted-text.ts'
import type { CustomQuestion } from '#api/questions.ts'

/**
 * Returns whether an answer fits its question: yes or no, one of the choices, or any text that is not blank. Whether
 * the question must be answered is another matter. A choice that was stored before texts were cleaned equals its
 * cleaned text.
 */
export function isAnswered({ type, options }: CustomQuestion, answer: string): boolean {
  if (type === 'yesno') return answer === 'yes' || answer === 'no'
  return type === 'choice' ? options.map(cleanText).includes(cleanText(answer)) : answer.trim() !== ''
}
