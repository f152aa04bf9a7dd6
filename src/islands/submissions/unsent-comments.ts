import { createUnsavedWarning } from '../client/unsaved-warning.ts'

/** Unsent comments by submission id, preserved while the reviewer opens others. */
const unsent = new Map<number, string>()

const warning = createUnsavedWarning()

/** Returns the unsent comment on a submission, kept in memory until the page is left; empty without one. */
export const getUnsentComment = (submissionId: number): string => unsent.get(submissionId) ?? ''

/**
 * Stores an unsent comment in memory; a blank one removes it. The browser asks before the page is left while there is
 * any.
 */
export function storeUnsentComment(submissionId: number, text: string): void {
  if (text.trim() === '') unsent.delete(submissionId)
  else unsent.set(submissionId, text)
  if (unsent.size > 0) warning.begin()
  else warning.end()
}
