import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { Ctx } from '#api/context.ts'
import type { PersonMerge } from '#api/office/person-merges/contract.ts'
import { findMerge } from '#api/office/person-merges/storage.ts'
import { undoNextRows } from '#api/office/person-merges/undo-rows.ts'
import { runBeforeWrite } from '../../before-write.ts'
import { insertFederation } from '../../federation.ts'
import { database, signedIn } from '../../portal.ts'
import { drainJobs, withoutQueue } from '../../queue.ts'
import {
  accept,
  administratorOf,
  clubAdministratorOf,
  csv,
  findByEmail,
  getBatch,
  stage,
} from '../member-imports/fixtures.ts'
import { merge, office, rowsOf, run, twoRecords } from './fixtures.ts'

// A protection of an identity always wins: it is never refused, and never waits for an undo or a merge.

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

type Pair = Awaited<ReturnType<typeof twoRecords>>

const protect = async (id: number) =>
  (await office.fetch('PUT', `/User/${id}/protection`, { protected: true, reason: 'Hot' })).status

const secretOf = async (id: number) =>
  (await rowsOf<{ hidden: number }>('select protected_at is not null as hidden from users where id = ?', id))[0]?.hidden

const expectBothHidden = async ({ from, into }: Pair) =>
  expect([await secretOf(from.id), await secretOf(into.id)]).toEqual([1, 1])

const beginUndo = ({ id }: Pick<PersonMerge, 'id'>) =>
  withoutQueue(() => office.json('POST', `/PersonMerges/${id}/undo`))

/** Runs the first portion of an undo, which gives back the identities. */
async function giveBackIdentities({ id }: Pick<PersonMerge, 'id'>) {
  const row = await findMerge(database(), id)
  // A portion needs no more of a context.
  const ctx = { db: database(), env, now: new Date() } as unknown as Ctx<null>
  if (row) await undoNextRows(ctx, row.merge)
}

async function merged() {
  const pair = await twoRecords({ organizationIds: [20] })
  await run("update users set phone = '070-5' where id = ?", pair.from.id)
  for (let at = 0; at < 3; at++)
    await run(
      "insert into notices (user_id, kind, path, text_values, created_at) values (?, 'x', '/', '{}', ?)",
      ...[pair.from.id, new Date().toISOString()],
    )
  return { pair, done: await merge(pair, { phone: 'from' }) }
}

describe.each(['from', 'into'] as const)('the record %s is protected', (side) => {
  test('after the press of undo', async () => {
    const { pair, done } = await merged()
    await beginUndo(done)
    expect(await protect(pair[side].id)).toBe(200)
    await expectBothHidden(pair)
    await drainJobs()
    await expectBothHidden(pair)
  })

  test('between two portions of the undo', async () => {
    const { pair, done } = await merged()
    await beginUndo(done)
    await giveBackIdentities(done)
    expect(await protect(pair[side].id)).toBe(200)
    await expectBothHidden(pair)
    await drainJobs()
    await expectBothHidden(pair)
  })

  test('while the identities are given back', async () => {
    const { pair, done } = await merged()
    await beginUndo(done)
    const give = () => giveBackIdentities(done)
    expect(await runBeforeWrite(/^insert into "protected_identities"/, give, () => protect(pair[side].id))).toBe(200)
    await expectBothHidden(pair)
    await drainJobs()
    await expectBothHidden(pair)
  })

  test('while the undo ends', async () => {
    const { pair, done } = await merged()
    await beginUndo(done)
    expect(await runBeforeWrite(/^insert into "protected_identities"/, drainJobs, () => protect(pair[side].id))).toBe(
      200,
    )
    expect(await secretOf(pair[side].id)).toBe(1)
  })

  test('while the two are merged', async () => {
    const pair = await twoRecords()
    const join = () => merge(pair)
    expect(await runBeforeWrite(/^insert into "protected_identities"/, join, () => protect(pair[side].id))).toBe(200)
    await expectBothHidden(pair)
  })
})

test('an undo of an import keeps the membership of a person who has been protected since', async () => {
  const person = await signedIn({ firstName: 'Gäst', lastName: 'Hemlig', birthOn: '1990-01-01', organizationIds: [20] })
  const district = await administratorOf(2)
  const done = await accept(district, await stage(district, csv('Gäst;Hemlig;1990-01-01;;;Luleå MS')))
  expect(await protect(person.id)).toBe(200)
  await district.fetch('POST', `/MemberImports/${done.id}/undo`)
  await drainJobs()
  expect(await getBatch(district)).toMatchObject({ state: 'undone', undone: 0, kept: 1 })
})

test('an undo of an import of members keeps a person who is protected before its write', async () => {
  const club = await clubAdministratorOf(20)
  const row = 'Vera;Skyddad;1990-01-01;vera@undo.example;;'
  const done = await accept(club, await stage(club, csv(row)))
  const id = (await findByEmail('vera@undo.example'))?.id ?? 0
  await withoutQueue(() => club.fetch('POST', `/MemberImports/${done.id}/undo`))
  const statuses: number[] = []
  const hide = async () => void statuses.push(await protect(id))
  await runBeforeWrite(/^delete from "users"/, hide, drainJobs)
  expect(statuses).toEqual([200])
  expect(await secretOf(id)).toBe(1)
  expect(await getBatch(club)).toMatchObject({ state: 'undone', undone: 0, kept: 1 })
})
