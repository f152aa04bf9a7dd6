import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storedFiles } from '#api/foundation/files/table.ts'
import type { MailingDraft, MailingFile } from '#api/office/mailings/contract.ts'
import { runBeforeWrite } from '../../before-write.ts'
import { bodyOf } from '../../response-body.ts'
import { member, query, staff, texts } from './fixtures.ts'

const author = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])

async function attach(): Promise<MailingFile> {
  const form = new FormData()
  form.set('request', '{}')
  form.set('file', new File(['%PDF-1.7 Kallelse'], 'Kallelse.pdf'))
  return bodyOf(author.fetch('POST', '/Mailings/files', form))
}

test.each(['new draft', 'changed draft', 'mailing'] as const)(
  'a file that the sweep deletes before the %s is written is refused as missing, and nothing is written',
  async (kind) => {
    const [file, reader] = [await attach(), await member({ organizationIds: [20] })]
    const audience = { kind: 'users' as const, userIds: [reader.id] }
    const body = { ...texts, audience, due: null, fileIds: [file.id] }
    const created = author.fetch('POST', '/Mailings/drafts', { ...body, fileIds: [] })
    const { id, lastChange } = await bodyOf<MailingDraft>(created)
    const path = `/Mailings/drafts/${id}`
    const calls = {
      'new draft': () => author.fetch('POST', '/Mailings/drafts', body),
      'changed draft': () => author.fetch('PUT', path, { ...body, lastChange }),
      mailing: () => author.fetch('POST', '/Mailings', { ...body, recipients: 1 }),
    }
    const sweep = () => query.delete(storedFiles).where(eq(storedFiles.id, file.id))
    const response = await runBeforeWrite(/^insert into "mailing_files"/, sweep, calls[kind])
    const { code } = await bodyOf<{ code: string }>(response)
    expect([response.status, code]).toEqual([409, 'mailing_file_missing'])
    expect(await author.json<MailingDraft>('GET', path)).toMatchObject({ lastChange, files: [] })
  },
)
