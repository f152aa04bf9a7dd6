/** What has been written to learners and not sent, while the reviewer looks at others. */
const begun = new Map<number, string>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export const begunWords = (submissionId: number): string => begun.get(submissionId) ?? ''

/** The page asks before it is left while any are kept. */
export function keepWords(submissionId: number, text: string): void {
  if (text.trim() === '') begun.delete(submissionId)
  else begun.set(submissionId, text)
  if (begun.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
