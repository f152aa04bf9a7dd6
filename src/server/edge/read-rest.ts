/** So much of what nobody wants is still read; who sends more has its connection broken, as a flood should. */
const mostBytes = 1_048_576

/**
 * Reads what a refusal has left unread. A server ends a connection on which an answer has gone out before the question was
 * read, and the next request of the same browser would be lost with it.
 */
export async function readRest(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || request.body.locked) return
  const reader = request.body.getReader()
  try {
    let bytes = 0
    while (bytes <= mostBytes) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
    }
    await reader.cancel()
  } catch {
    // The sender has gone: there is nobody left to be answered.
  }
}
