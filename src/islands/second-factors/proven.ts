import { ApiError } from '../client/api.ts'

const asksForProof = (error: unknown) => error instanceof ApiError && error.body.code === 'proof_required'

/** Makes a call that asks for a recent proof: asks the person who they are where it is missing, and makes the call again. */
export async function proven<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!asksForProof(error)) throw error
    const { askProof } = await import('./ask-proof.tsx')
    if (!(await askProof())) throw error
    return work()
  }
}
