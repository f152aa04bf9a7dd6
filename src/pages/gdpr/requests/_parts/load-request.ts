import type { AstroGlobal } from 'astro'
import { isSuperadministrator } from '#api/actor.ts'
import { erasureStateNames } from '#api/office/erasures/rules.ts'
import { Refused } from '#api/refusals.ts'

/**
 * Loads an erasure request for the office; null when there is none, for an unusable id, and for everybody but
 * superadministrators. `state` is the name of its state. Any other refusal rejects.
 */
export async function loadRequest({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  const { actor, api } = locals
  if (!actor || !isSuperadministrator(actor)) return null
  const id = Number(params['requestId'])
  const request = await api('GET /ErasureRequests/:id', { params: { id } }).catch((error: unknown) => {
    if (error instanceof Refused && ['not_found', 'invalid_input'].includes(error.code)) return null
    throw error
  })
  return request && { id, request, state: erasureStateNames[request.state] }
}
