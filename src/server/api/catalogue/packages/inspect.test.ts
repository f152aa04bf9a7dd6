import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packageRefusals } from '#api/package-refusals.ts'
import { type ForgedEntry, forgeZip, mode } from '#story/forged-zips.ts'
import { inspectPackage } from './inspect.ts'
import { createBytesSource } from './range-source.ts'

const manifest: ForgedEntry = {
  path: 'tincan.xml',
  content:
    '<tincan><activities><activity id="urn:kurs"><name>Kurs</name><launch>index.html</launch></activity></activities></tincan>',
}
const page: ForgedEntry = { path: 'index.html', content: '<!doctype html>' }
const inspect = (...entries: ForgedEntry[]) => inspectPackage(createBytesSource(forgeZip(entries)))

test('a course is accepted with its id, its title and its start page', async () => {
  expect(await inspect(manifest, page, { path: 'bilder/', mode: mode.folder, method: 0 })).toMatchObject({
    activityId: 'urn:kurs',
    title: 'Kurs',
    launch: { path: 'index.html', suffix: '' },
    files: [{ path: 'tincan.xml' }, { path: 'index.html' }],
  })
})

test('a course without a manifest starts at its conventional page', async () => {
  expect(await inspect({ path: 'story.html', content: 'x' })).toMatchObject({
    activityId: null,
    launch: { path: 'story.html' },
  })
})

test('a course zipped with its folder starts inside the folder', async () => {
  const zipped = [manifest, page].map((entry) => ({ ...entry, path: `Min kurs/${entry.path}` }))
  expect(await inspect(...zipped)).toMatchObject({ activityId: 'urn:kurs', launch: { path: 'Min kurs/index.html' } })
})

const cmi5 = (...units: string[]): ForgedEntry => ({
  path: 'cmi5.xml',
  content: `<courseStructure><course id="urn:c"><title><langstring>Cmi5</langstring></title></course>${units
    .map((url, n) => `<au id="urn:${n}"><title><langstring>${n}</langstring></title><url>${url}</url></au>`)
    .join('')}</courseStructure>`,
})
const scorm: ForgedEntry = {
  path: 'imsmanifest.xml',
  content: `<manifest identifier="S"><metadata><schemaversion>1.2</schemaversion></metadata><organizations><organization>
    <title>Scorm</title><item identifier="I" identifierref="R"><title>Del</title></item></organization></organizations>
    <resources><resource identifier="R" scormtype="sco" href="index.html"/></resources></manifest>`,
}

describe('a package is identified by its manifest', () => {
  test('cmi5, with the address of each unit', async () => {
    const second: ForgedEntry = { path: 'del två/a.html', content: 'x' }
    expect(await inspect(cmi5('index.html?a=1', 'del%20två/a.html'), page, second)).toMatchObject({
      format: 'cmi5',
      activityId: 'urn:c',
      title: 'Cmi5',
      launch: { path: 'index.html' },
      units: [{ entry: 'index.html?a=1' }, { entry: 'del%20tv%C3%A5/a.html' }],
    })
  })

  test.each<[string, ForgedEntry[]]>([
    ['cmi5', [scorm, manifest, cmi5('index.html'), page]],
    ['xapi', [scorm, manifest, page]],
    ['scorm12', [scorm, page]],
    ['page', [page]],
  ])('%s', async (format, entries) => {
    expect(await inspect(...entries)).toMatchObject({ format })
  })

  test.each<[string, ForgedEntry[]]>([
    ['package_launch_missing', [cmi5('index.html', 'b.html'), page]],
    ['package_launch_outside', [cmi5('../index.html'), page]],
    ['package_cmi5_elsewhere', [cmi5('https://elsewhere.example/'), page]],
    [
      'package_cmi5_ids_repeated',
      [{ ...cmi5('a', 'b'), content: `${cmi5('index.html').content}`.replace('urn:0', 'urn:c') }, page],
    ],
    ['package_h5p', [{ path: 'h5p.json', content: '{}' }, page]],
    ['package_aicc', [{ path: 'kurs.crs', content: 'x' }, { path: 'kurs.au', content: 'x' }, page]],
    ['package_manifest_invalid', [{ path: 'imsmanifest.xml', content: '<!DOCTYPE a><manifest/>' }, page]],
    ['package_manifest_too_large', [{ path: 'cmi5.xml', content: 'x'.repeat(2_200_000) }, page]],
  ])('%s', async (refusal, entries) => {
    expect(await inspect(...entries)).toBe(refusal)
  })
})

describe('a hostile package is refused before any file is unpacked', { timeout: 30_000 }, () => {
  test.each<[string, ForgedEntry[]]>([
    ['package_path_traversal', [manifest, page, { path: '../../worker.js', content: 'x' }]],
    ['package_path_absolute', [manifest, page, { path: '/etc/cron.d/x', content: 'x' }]],
    ['package_path_backslash', [manifest, page, { path: '..\\..\\x.js', content: 'x' }]],
    ['package_path_invalid', [manifest, page, { path: 'a\0.html', content: 'x' }]],
    ['package_link', [manifest, page, { path: 'bilder', content: '/etc', mode: mode.link }]],
    ['package_link', [manifest, page, { path: 'nollan', mode: mode.device }]],
    ['package_name_collision', [manifest, page, { path: 'INDEX.html', content: 'x' }]],
    ['package_name_collision', [manifest, { ...manifest, content: '<tincan/>' }, page]],
    ['package_file_is_folder', [manifest, page, { path: 'index.html/x', content: 'x' }]],
    ['package_encrypted', [manifest, page, { path: 'hemlig.js', content: 'x', flags: 1 }]],
    ['package_compression_unsupported', [manifest, page, { path: 'a.js', content: 'x', method: 12 }]],
    ['package_entries_overlap', [manifest, page, { ...page, path: 'b.html', sharesBytesWith: 1 }]],
    ['package_ratio_absurd', [manifest, page, { path: 'bomb', content: new Uint8Array(20 * 1024 * 1024) }]],
    [
      'package_unpacks_too_large',
      [manifest, page, { path: 'film', content: 'x', size: 0xfffffff0, compressedSize: 0x7fffffff }],
    ],
    ['package_launch_missing', [manifest, { path: 'start.html', content: 'x' }]],
    ['package_launch_missing', [{ path: 'kurs.pdf', content: 'x' }]],
    ['package_manifest_invalid', [{ path: 'tincan.xml', content: '<!DOCTYPE a><tincan/>' }, page]],
    ['package_size_mismatch', [{ ...manifest, size: 9 }, page]],
    ['package_checksum_mismatch', [{ ...manifest, crc: 9 }, page]],
    ['package_manifest_too_large', [{ path: 'tincan.xml', content: 'x'.repeat(2_200_000) }, page]],
    ['package_empty', []],
    ['package_empty', [{ path: 'bilder/', mode: mode.folder, method: 0 }]],
  ])('%s', async (refusal, entries) => {
    expect(await inspect(...entries)).toBe(refusal)
  })

  test('package_too_many_files', async () => {
    const files = Array.from({ length: 10_001 }, (_, n) => ({ path: `${n}.html`, content: 'x', method: 0 }))
    expect(await inspect(...files)).toBe('package_too_many_files')
  })
})

describe('no input throws', { timeout: 60_000 }, () => {
  const isJudged = async (bytes: Uint8Array) => {
    const answer = await inspectPackage(createBytesSource(bytes))
    if (typeof answer !== 'string') return
    expect(Object.keys(packageRefusals)).toContain(answer)
  }

  test('random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), isJudged), { numRuns: 500 })
  })

  test('a real package with some bytes changed', async () => {
    const zip = forgeZip([manifest, page, { path: 'bilder/a.svg', content: '<svg/>'.repeat(50) }])
    const changes = fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    const spoilt = changes.map((all) => {
      const bytes = zip.slice()
      for (const [place, value] of all) bytes[place] = value
      return bytes
    })
    await fc.assert(fc.asyncProperty(spoilt, isJudged), { numRuns: 1_500 })
  })

  test('a real package cut short or with something before or behind it', async () => {
    const zip = forgeZip([manifest, page])
    const cut = fc.tuple(fc.nat(zip.length), fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }))
    const archives = cut.map(
      ([length, before, behind]) => new Uint8Array([...before, ...zip.subarray(0, length), ...behind]),
    )
    await fc.assert(fc.asyncProperty(archives, isJudged), { numRuns: 500 })
  })
})

describe('problems of a usable package are reported', () => {
  const withId = (id: string): ForgedEntry => ({
    ...manifest,
    content: String(manifest.content).replace('urn:kurs', id),
  })

  test.each([
    ['a course whose id is no IRI', [withId('kurs 7'), page], ['activityIdInvalid']],
    ['a page without a manifest', [page], ['withoutManifest']],
    ['a name that is encoded', [manifest, page, { path: 'min%20film.mp4', content: 'x' }], ['encodedNames']],
    ['a per cent sign that encodes nothing', [manifest, page, { path: '100% film.mp4', content: 'x' }], []],
    ['nothing at all', [withId('https://kurs.test/a?b=1'), page], []],
  ])('%s', async (_, entries, notes) => {
    expect(await inspect(...entries)).toMatchObject({ notes })
  })
})
