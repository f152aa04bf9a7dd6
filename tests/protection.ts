import { expect } from 'vitest'
import type { Person } from './portal.ts'

export const reason = 'Beslut av Skatteverket'

/** Protects a person's identity through the office's call. */
export async function protect(office: Person, userId: number): Promise<void> {
  const answer = await office.fetch('PUT', `/User/${userId}/protection`, { protected: true, reason })
  expect(answer.status).toBe(200)
}

/** Ends the protection of a person's identity. */
export const unprotect = (office: Person, userId: number) =>
  office.fetch('PUT', `/User/${userId}/protection`, { protected: false })
