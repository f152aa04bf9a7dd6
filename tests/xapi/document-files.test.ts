import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { findDocument, maxRowBytes, putDocument, removeDocuments } from '#api/courses/xapi/document-storage.ts'
import { database } from '../portal.ts'

const scope = { kind: 'state', activityId: 'https://course.example/a', agent: 'anna' } as const

const largeDocument = (etag: string) => ({
  contentType: 'application/octet-stream',
  etag,
  body: new Uint8Array(maxRowBytes + 1),
  changedAt: new Date(),
})

test('a conditional removal over all registrations keeps the files of the documents that it keeps', async () => {
  const db = database()
  for (const name of ['one', 'two']) {
    const place = { ...scope, registration: name, documentId: 'resume' }
    expect(await putDocument(db, env.FILES, place, largeDocument(name), 'nothing')).toBe(true)
  }
  const everywhere = { ...scope, registration: null }
  expect(await removeDocuments(db, env.FILES, everywhere, 'resume', 'one')).toBe(true)
  const remaining = await findDocument(db, env.FILES, { ...scope, registration: 'two' }, 'resume')
  expect(remaining?.body.length).toBe(maxRowBytes + 1)
  expect(await findDocument(db, env.FILES, { ...scope, registration: 'one' }, 'resume')).toBeNull()
})
