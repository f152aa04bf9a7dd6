import { expect, test } from 'vitest'
import { toAttachmentName } from './rules.ts'

test.each([
  ['Inbjudan.pdf', 'Inbjudan.pdf'],
  ['Årsmöte 2027.pdf', 'Arsmote 2027.pdf'],
  ['en "bra"\r\nfil\\日.docx', 'en _bra___fil__.docx'],
])('the attachment %j is called %j in the mail', (name, inHeader) => {
  expect(toAttachmentName(name)).toBe(inHeader)
})
