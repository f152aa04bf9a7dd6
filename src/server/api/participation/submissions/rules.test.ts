import { expect, test } from 'vitest'
import {
  createArchiveNames,
  detectSubmissionType,
  refuseAssignment,
  refuseDecision,
  refuseHandIn,
  type SubmissionStatus,
  toFileDisplay,
  toStatusWhenAssigned,
  toStoredName,
} from './rules.ts'

const all: SubmissionStatus[] = [0, 1, 2, 3, 4, 5]
const decided = { canceled: false, bySuperadministrator: false }

test.each<[SubmissionStatus, SubmissionStatus[]]>([
  [0, []],
  [1, [2, 3, 4, 5]],
  [2, [3, 4, 5]],
  [3, []],
  [4, []],
  [5, []],
])('a reviewer may change the status %i to %j only', (from, allowed) => {
  expect(all.filter((to) => refuseDecision({ ...decided, from, to }) === null)).toEqual(allowed)
})

test('a refusal gives the reason', () => {
  expect(refuseDecision({ ...decided, from: 4, to: 5 })).toBe('submission_decided')
  expect(refuseDecision({ ...decided, from: 3, to: 4 })).toBe('submission_awaits_file')
  expect(refuseDecision({ ...decided, from: 2, to: 1 })).toBe('submission_status')
  expect(refuseDecision({ ...decided, from: 1, to: 4, canceled: true })).toBe('result_canceled')
})

test('a superadministrator reopens a decided submission, but cannot mark one as submitted', () => {
  const bySuperadministrator = (from: SubmissionStatus) =>
    all.filter((to) => refuseDecision({ from, to, canceled: false, bySuperadministrator: true }) === null)
  expect(bySuperadministrator(4)).toEqual([2, 3, 5])
  expect(bySuperadministrator(5)).toEqual([2, 3, 4])
  expect(bySuperadministrator(3)).toEqual([])
  expect(bySuperadministrator(1)).toEqual([2, 3, 4, 5])
})

test('an assignment begins the review, and a decided submission cannot be assigned', () => {
  expect(all.map(toStatusWhenAssigned)).toEqual([0, 2, 2, 3, 4, 5])
  expect(all.map(refuseAssignment)).toEqual([null, null, null, null, 'submission_decided', 'submission_decided'])
})

const place = { isSubmissionPart: true, signUp: { approved: true }, completed: false, status: 0 as SubmissionStatus }

type SubmissionPlace = Omit<typeof place, 'signUp'> & { signUp: typeof place.signUp | null }

test.each<[string, Partial<SubmissionPlace>, string | null]>([
  ['nothing is handed in yet', {}, null],
  ['nobody has begun to read it', { status: 1 }, null],
  ['it is to be completed', { status: 3 }, null],
  ['somebody reads it', { status: 2 }, 'submission_in_review'],
  ['it is approved', { status: 4 }, 'submission_decided'],
  ['it is rejected', { status: 5 }, 'submission_decided'],
  ['the part takes no files', { isSubmissionPart: false }, 'part_without_submission'],
  ['one is not signed up', { signUp: null }, 'not_signed_up'],
  ['the part is done', { signUp: null, completed: true }, 'result_completed'],
  ['the sign-up waits for approval', { signUp: { approved: false } }, 'part_awaits_approval'],
])('submitting when %s', (_, facts, refusal) => {
  expect(refuseHandIn({ ...place, ...facts })).toBe(refusal)
})

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['uppsats.PDF', '%PDF-1.7', 'application/pdf'],
  ['uppsats.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['foto.JPG', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['film.mp4', '\0\0\0\x18ftypmp42', 'video/mp4'],
  ['svar.txt', 'Hej på dig', 'text/plain'],
  ['svar.txt', 'MZ\0\0', null],
  ['uppsats.pdf', '<html>', null],
  ['foto.png', '<svg onload="x()"/>', null],
  ['foto.png', 'GIF89a', null],
  ['foto.gif', 'GIF89a', null],
  ['sida.html', '<html>', null],
  ['program.exe', 'MZ', null],
  ['pdf', '%PDF-1.7', null],
])('a file %s that begins with %j is stored as %s', (name, head, type) => {
  expect(detectSubmissionType(name, bytes(head))).toBe(type)
})

test('only files that a browser displays natively are shown in place', () => {
  expect(['application/pdf', 'image/png', 'video/mp4', 'text/plain', 'application/msword'].map(toFileDisplay)).toEqual([
    'document',
    'picture',
    'video',
    'text',
    'none',
  ])
})

test('an archive has a unique name with the author for each file, without path traversal', () => {
  const file = { userName: 'Åsa Öberg', educationPartTitle: 'Uppgift: A/B', version: 2, name: 'svar.pdf' }
  expect(createArchiveNames([file, file, { ...file, name: '../../etc/passwd' }])).toEqual([
    'Uppgift_ A_B/Åsa Öberg v2 svar.pdf',
    'Uppgift_ A_B/Åsa Öberg v2 svar (2).pdf',
    'Uppgift_ A_B/Åsa Öberg v2 _.._etc_passwd',
  ])
})

test.each([
  ['uppgift.pdf', 'uppgift.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\Åsa\\svar.docx', 'svar.docx'],
  ['faktura\u202Efdp.zip', 'fakturafdp.zip'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  [' \u200B.pdf', 'inlamning.pdf'],
  [`${'å'.repeat(400)}.pdf`, `${'å'.repeat(150)}.pdf`],
  [`a${'😀'.repeat(200)}.pdf`, `a${'😀'.repeat(149)}.pdf`],
])('the name %j is stored as %j', (name, storedName) => {
  expect(toStoredName(name)).toBe(storedName)
  expect(() => encodeURIComponent(toStoredName(name))).not.toThrow()
})
