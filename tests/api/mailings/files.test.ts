import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { storedFiles } from '#api/foundation/files/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { fileScans } from '#api/foundation/scans/table.ts'
import type { Mailing, MailingDraft, MailingFile } from '#api/office/mailings/contract.ts'
import { mailingFiles, mailings } from '#api/office/mailings/table.ts'
import { createContext } from '#edge/request-context.ts'
import { runBeforeWrite } from '../../before-write.ts'
import type { Person } from '../../portal.ts'
import { drainJobs, runDailyJob } from '../../queue.ts'
import { runHandler } from '../../run-handler.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { mailsTo, member, query, send, staff, texts } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const author = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])
const pdf = '%PDF-1.7 Kallelse'

const upload = (person: Person, content: string | Uint8Array = pdf, name = 'Kallelse årsmöte.pdf') => {
  const form = new FormData()
  form.set('request', '{}')
  form.set('file', new File([content as BlobPart], name))
  return person.fetch('POST', '/Mailings/files', form)
}

async function attach(person: Person = author, content?: string | Uint8Array, name?: string): Promise<MailingFile> {
  const response = await upload(person, content, name)
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const audienceOf = (person: Person) => ({ kind: 'users' as const, userIds: [person.id] })
const clubMember = () => member({ organizationIds: [20] })
const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code

const store = async (person: Person, fileIds: number[], fields: object = {}) =>
  person.fetch('POST', '/Mailings/drafts', {
    ...texts,
    audience: audienceOf(await clubMember()),
    due: null,
    fileIds,
    ...fields,
  })

const settings = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(inject('smtpPort')),
  SMTP_TLS: 'none',
  MAIL_FROM: 'portalen@example.se',
}

/** Sends a mail of the outbox to the stand-in server, and returns what the server received. */
async function deliver(messageId: string, more: object = {}): Promise<string> {
  const ctx = createContext({
    request: new Request('http://portal.test/'),
    env: { ...env, ...settings, ...more },
    after: () => undefined,
  })
  await runHandler('mails.send', { ...ctx, actor: null }, { messageId })
  const letters = await (await fetch(`http://127.0.0.1:${inject('postOfficePort')}/`)).json<{ data: string }[]>()
  return letters.find(({ data }) => data.includes(messageId))?.data ?? ''
}

/** Returns the attached files of a received mail: name, type and content. */
const attachmentsIn = (data: string) =>
  [...data.matchAll(/Content-Type: ([^;\n]+); name="([^"]*)"\n[\s\S]*?base64\n\n([\s\S]*?)\n\n/g)].map(
    ([, type, name, content = '']) => ({ type, name, content: atob(content.replace(/\s/g, '')) }),
  )

/** Returns the address of a file without a signature. */
async function refOf({ id }: MailingFile): Promise<string> {
  const [row] = await query.select().from(storedFiles).where(eq(storedFiles.id, id))
  return `/files/${row?.ref}`
}

const letter = { type: 'application/pdf', name: 'Kallelse arsmote.pdf', content: pdf }

test('a mailing is received with its files, and so is its test', async () => {
  const [reader, file] = [await clubMember(), await attach()]
  const own = { ...texts, audience: audienceOf(reader), fileIds: [file.id] }
  await author.json('POST', '/Mailings/test', own)
  const [proof] = await mailsTo(author)
  expect(attachmentsIn(await deliver(proof?.messageId ?? ''))).toEqual([letter])
  const mailing = await send(author, audienceOf(reader), { fileIds: [file.id] })
  expect(mailing.files).toEqual([file])
  expect(file).toMatchObject({ name: 'Kallelse årsmöte.pdf', size: pdf.length })
  await drainJobs()
  const [mail] = await mailsTo(reader)
  expect(attachmentsIn(await deliver(mail?.messageId ?? ''))).toEqual([letter])
  const { items } = await author.json<{ items: Mailing[] }>('GET', '/Mailings')
  expect(items.find(({ id }) => id === mailing.id)?.files).toEqual([file])
})

test('a draft keeps its files in their order, and takes them along when it is sent', async () => {
  const [first, second] = [await attach(), await attach(author, pdf, 'Karta.pdf')]
  const draft = await (await store(author, [second.id, first.id])).json<MailingDraft>()
  expect(draft.files).toEqual([second, first])
  const { audience, lastChange } = draft
  const body = { ...texts, audience, due: null, lastChange }
  const path = `/Mailings/drafts/${draft.id}`
  const late = { ...body, lastChange: '2020-01-01T00:00:00.000Z', fileIds: [] }
  expect(await codeOf(await author.fetch('PUT', path, late))).toBe('changed_meanwhile')
  const changed = await author.json<MailingDraft>('PUT', path, { ...body, fileIds: [first.id] })
  expect(changed.files).toEqual([first])
  const mailing = await send(author, audience, {
    fileIds: [first.id],
    draft: { id: draft.id, lastChange: changed.lastChange },
  })
  expect(mailing).toMatchObject({ id: draft.id, files: [first] })
  expect(await query.select().from(mailingFiles).where(eq(mailingFiles.draftId, draft.id))).toEqual([])
})

test('a draft that is removed before its edit is written is missing, and takes no files', async () => {
  const file = await attach()
  const { id, audience, lastChange } = await (await store(author, [])).json<MailingDraft>()
  const path = `/Mailings/drafts/${id}`
  const edited = await runBeforeWrite(
    /^update "mailing_drafts"/,
    () => author.fetch('DELETE', path),
    () => author.fetch('PUT', path, { ...texts, audience, due: null, lastChange, fileIds: [file.id] }),
  )
  expect([edited.status, await codeOf(edited)]).toEqual([404, 'not_found'])
  expect(await query.select().from(mailingFiles).where(eq(mailingFiles.fileId, file.id))).toEqual([])
})

test('more than three files, five megabytes together, other types and gone files are refused', async () => {
  const files = await Promise.all(Array.from({ length: 4 }, () => attach()))
  const ids = files.map(({ id }) => id)
  expect((await store(author, ids)).status).toBe(400)
  expect((await store(author, ids.slice(1))).status).toBe(200)
  const large = new Uint8Array(3 * 1024 * 1024)
  large.set(new TextEncoder().encode(pdf))
  const [one, two] = [await attach(author, large), await attach(author, large)]
  expect(await codeOf(await store(author, [one.id, two.id]))).toBe('mailing_files_too_large')
  expect(await codeOf(await upload(author, '<script>', 'sida.html'))).toBe('unsupported_media_type')
  expect(await codeOf(await upload(author, 'MZ', 'Kallelse.pdf'))).toBe('unsupported_media_type')
  expect(await codeOf(await store(author, [2_000_000_000]))).toBe('mailing_file_missing')
})

test('a person has room for a limited amount of files', async () => {
  const file = await attach(office)
  await query
    .update(storedFiles)
    .set({ size: 200 * 1024 * 1024 })
    .where(eq(storedFiles.id, file.id))
  expect(await codeOf(await upload(office))).toBe('mailing_file_quota')
  await query.update(storedFiles).set({ size: 1 }).where(eq(storedFiles.id, file.id))
})

test('room is free as soon as a draft, or a file of it, is removed, and shared files stay', async () => {
  const [person, full] = [await staff({ OrganizationAdmin: { Organization: [20] } }, [20]), 200 * 1024 * 1024]
  const fill = async () => {
    const file = await attach(person)
    await query.update(storedFiles).set({ size: full }).where(eq(storedFiles.id, file.id))
    return file
  }
  const exists = async ({ id }: MailingFile) =>
    (await query.select().from(storedFiles).where(eq(storedFiles.id, id))).length > 0
  const first = await fill()
  await query.update(storedFiles).set({ size: 1 }).where(eq(storedFiles.id, first.id))
  const draft = await (await store(person, [first.id])).json<MailingDraft>()
  await query.update(storedFiles).set({ size: full }).where(eq(storedFiles.id, first.id))
  expect(await codeOf(await upload(person))).toBe('mailing_file_quota')
  const { audience, lastChange } = draft
  await person.json('PUT', `/Mailings/drafts/${draft.id}`, { ...texts, audience, due: null, lastChange, fileIds: [] })
  expect(await exists(first)).toBe(false)
  const shared = await attach(person)
  const other = await (await store(person, [shared.id])).json<MailingDraft>()
  const last = await (await store(person, [shared.id])).json<MailingDraft>()
  await query.update(storedFiles).set({ size: full }).where(eq(storedFiles.id, shared.id))
  await person.fetch('DELETE', `/Mailings/drafts/${other.id}`)
  expect(await exists(shared)).toBe(true)
  expect(await codeOf(await upload(person))).toBe('mailing_file_quota')
  await person.fetch('DELETE', `/Mailings/drafts/${last.id}`)
  expect(await exists(shared)).toBe(false)
  expect((await upload(person)).status).toBe(200)
})

test('a file that the scanner finds infected is neither attached, sent nor served', async () => {
  const [reader, file] = [await clubMember(), await attach()]
  await send(author, audienceOf(reader), { fileIds: [file.id] })
  await drainJobs()
  const [row] = await query.select().from(storedFiles).where(eq(storedFiles.id, file.id))
  await query.insert(fileScans).values({ key: row?.key ?? '', state: 'Infected', scannedAt: new Date() })
  expect(await codeOf(await store(author, [file.id]))).toBe('file_infected')
  const [mail] = await mailsTo(reader)
  await expect(deliver(mail?.messageId ?? '')).rejects.toThrow('infected')
  expect(
    await query
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.id, mail?.id ?? 0)),
  ).toMatchObject([{ sentAt: null, error: expect.stringContaining('infected') }])
  for (const address of [file.url.replace('/api', ''), await refOf(file)])
    expect((await author.fetch('GET', address)).status).toBe(404)
})

test('a file is sent only once a configured scanner has found it clean', async () => {
  const [reader, file] = [await clubMember(), await attach()]
  await send(author, audienceOf(reader), { fileIds: [file.id] })
  await drainJobs()
  const [row] = await query.select().from(storedFiles).where(eq(storedFiles.id, file.id))
  const [mail] = await mailsTo(reader)
  const scanner = { SCANNER_URL: 'http://scanner.invalid' }
  await expect(deliver(mail?.messageId ?? '', scanner)).rejects.toThrow('not scanned yet')
  await query.insert(fileScans).values({ key: row?.key ?? '', state: 'Clean', scannedAt: new Date() })
  expect(attachmentsIn(await deliver(mail?.messageId ?? '', scanner))).toEqual([letter])
})

test('the files of a mailing are served to those who see it, and attached by nobody else', async () => {
  const file = await attach()
  const draft = await (await store(author, [file.id])).json<MailingDraft>()
  const own = await insertCourse('Bilaga')
  const addresses = [await refOf(file), `/files/${file.id}`]
  for (const address of addresses) expect((await author.fetch('GET', address)).status).toBe(200)
  for (const { person, roles, name } of await createActors(own)) {
    const sees = 'SuperAdministrator' in roles
    for (const address of addresses)
      expect((await person.fetch('GET', address)).status === 200, `${name} ${address}`).toBe(sees)
    if (Object.keys(roles).length === 0) expect((await upload(person)).status, name).toBe(403)
    else if (!sees) expect(await codeOf(await store(person, [file.id])), name).toBe('mailing_file_missing')
  }
  const { audience, lastChange } = draft
  const body = { ...texts, audience, due: null, lastChange, fileIds: [file.id, (await attach(office)).id] }
  const changed = await office.json<MailingDraft>('PUT', `/Mailings/drafts/${draft.id}`, body)
  for (const one of changed.files) expect((await author.fetch('GET', await refOf(one))).status).toBe(200)
})

test('files end with the last draft or mailing that has them', async () => {
  const [sharedFile, draftFile, looseFile] = [await attach(), await attach(), await attach()]
  const draft = await (await store(author, [sharedFile.id, draftFile.id])).json<MailingDraft>()
  const mailing = await send(author, audienceOf(await clubMember()), { fileIds: [sharedFile.id] })
  const ids = [sharedFile.id, draftFile.id, looseFile.id]
  const rows = () => query.select().from(storedFiles).where(inArray(storedFiles.id, ids))
  const keys = (await rows()).map(({ key }) => key)
  await query
    .update(storedFiles)
    .set({ createdAt: new Date(Date.now() - 3 * 86_400_000) })
    .where(inArray(storedFiles.id, ids))
  expect((await author.fetch('DELETE', `/Mailings/drafts/${draft.id}`)).status).toBe(204)
  await runDailyJob('files.sweep')
  expect((await rows()).map(({ id }) => id)).toEqual([sharedFile.id])
  await query
    .update(mailings)
    .set({ createdAt: new Date('2020-01-01') })
    .where(eq(mailings.id, mailing.id))
  await runDailyJob('dataRetention.sweep')
  await runDailyJob('files.sweep')
  expect(await rows()).toEqual([])
  for (const key of keys) expect(await env.FILES.head(key)).toBeNull()
})
