import { ApiError } from '../client/api.ts'

const asksForProof = (error: unknown) => error instanceof ApiError && error.body.code === 'proof_required'

/**
 * Makes a call that needs a recent proof of identity. When the server asks for one, it asks the person and repeats the
 * call; the refusal is thrown when the person gives none.
 */
export async function proven<Answer>(makeCall: () => Promise<Answer>): Promise<Answer> {
  try {
    return await makeCall()
  } catch (error) {
    if (!asksForProof(error)) throw error
    const { askProof } = await import('./ask-proof.tsx')
    if (!(await askProof())) throw error
    return makeCall()
  }
}
