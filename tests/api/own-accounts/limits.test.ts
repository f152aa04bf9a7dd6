import { expect, test, vi } from 'vitest'
import { insertFederation } from '../../federation.ts'
import {
  childBirthDate,
  loadCode,
  newAddress,
  openOwnAccounts,
  proveAddress,
  proveCode,
  sendForm,
} from '../../own-accounts.ts'
import { anonymous } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()

const requestFrom = (network: string, email: string) =>
  anonymous('POST', '/OwnAccounts/code', { email }, { 'cf-connecting-ip': network })
const statusesFrom = async (network: string, email: string, count: number) => {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) statuses.push((await requestFrom(network, email)).status)
  return statuses
}
const sum = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

test('a stranger who asks for codes until refused does not block the owner of the address', async () => {
  const email = newAddress()
  const statuses = await statusesFrom('203.0.113.21', email, 30)
  expect([sum(statuses, 200), sum(statuses, 429)]).toEqual([5, 25])
  const answer = await requestFrom('198.51.100.7', email)
  expect(answer.status).toBe(200)
  const { token } = await bodyOf<{ token: string }>(answer)
  await drainJobs()
  expect((await proveCode(token, await loadCode(email))).status).toBe(200)
})

test('an address gets fifteen codes in a quarter of an hour from all networks together', async () => {
  const email = newAddress()
  const statuses: number[] = []
  for (const network of ['203.0.113.31', '203.0.113.32', '203.0.113.33', '203.0.113.34'])
    statuses.push(...(await statusesFrom(network, email, 5)))
  expect([sum(statuses, 200), sum(statuses, 429)]).toEqual([15, 5])
})

test('a stranger who names the guardian of others does not block their mails', async () => {
  const guardianEmail = newAddress()
  const form = { birthDate: childBirthDate, guardianEmail }
  const send = async (network: string) => {
    const proof = await proveAddress(newAddress())
    const names = { firstName: 'Signe', lastName: 'Ek', acceptsTerms: true, ...form }
    const secrets = { newPassword: 'Blåbärspaj-i-juli-2026', passwordVerification: 'Blåbärspaj-i-juli-2026' }
    return (await anonymous('POST', '/OwnAccounts', { proof, ...names, ...secrets }, { 'cf-connecting-ip': network }))
      .status
  }
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) statuses.push(await send('203.0.113.41'))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await send('198.51.100.8')).toBe(200)
  expect((await sendForm(await proveAddress(newAddress()), form)).status).toBe(200)
})
