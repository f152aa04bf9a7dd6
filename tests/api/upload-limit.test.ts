import { afterAll, expect, test } from 'vitest'
import { configurePortal } from '../configuration.ts'
import { signedIn } from '../portal.ts'
import { createSubmissionPart, readAnswer, toBytes, uploadSubmission } from '../submission.ts'

const pdfOf = (megabytes: number) =>
  new File([toBytes('%PDF-1.7 '), new Uint8Array(megabytes * 1024 * 1024)], 'stor.pdf')

afterAll(() => configurePortal({}))

test('the configured upload limit applies to submissions', async () => {
  await configurePortal({ maxUploadMb: 1 })
  const { educationPartId, learner } = await createSubmissionPart()
  const refused = await uploadSubmission(learner, educationPartId, pdfOf(1))
  expect(refused).toMatchObject({ status: 413, body: { fields: { file: expect.stringContaining('1 MB') } } })
  const begun = await learner.fetch('POST', `/submission/${educationPartId}/uploads`, {
    fileName: 'a.pdf',
    size: 2_000_000,
  })
  expect(begun.status).toBe(413)
  await configurePortal({ maxUploadMb: 3 })
  expect((await uploadSubmission(learner, educationPartId, pdfOf(1))).status).toBe(200)
})

test('the configured upload limit applies to the media library', async () => {
  await configurePortal({ maxUploadMb: 1 })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const send = async () => {
    const form = new FormData()
    form.set('request', JSON.stringify({ title: 'Stor' }))
    form.set('file', pdfOf(1))
    return readAnswer(await office.fetch('POST', '/Media', form))
  }
  expect((await send()).status).toBe(413)
  await configurePortal({ maxUploadMb: 3 })
  expect((await send()).status).toBe(200)
})
