import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findArchiveSizeRefusal, findEntriesRefusal, type PackageEntry, packageLimits } from './rules.ts'

const MiB = 1024 * 1024

let nextOffset = 0
const entry = (path: string, facts: Partial<PackageEntry> = {}): PackageEntry => {
  const fields = {
    size: 40,
    compressedSize: 20,
    offset: nextOffset,
    method: 8,
    isDirectory: false,
    isLink: false,
    isEncrypted: false,
  }
  nextOffset += 30 + path.length + (facts.compressedSize ?? fields.compressedSize)
  return { path, ...fields, ...facts }
}
const folder = (path: string) => entry(path, { isDirectory: true, size: 0, compressedSize: 0, method: 0 })
const page = entry('index.html')

test('an ordinary course may be unpacked', () => {
  const course = [folder('bilder/'), entry('bilder/flagga åäö.svg'), entry('story_content/data.js'), page]
  expect(findEntriesRefusal(course)).toBeNull()
})

describe('names that lead outside the package', () => {
  test.each([
    ['../index.html', 'package_path_traversal'],
    ['a/../../b.html', 'package_path_traversal'],
    ['a/..', 'package_path_traversal'],
    ['/etc/passwd', 'package_path_absolute'],
    ['C:/windows/win.ini', 'package_path_absolute'],
    ['c:autorun.inf', 'package_path_absolute'],
    ['..\\index.html', 'package_path_backslash'],
    ['bilder\\bil.png', 'package_path_backslash'],
    ['\\\\server\\share', 'package_path_backslash'],
    ['index.html\0.png', 'package_path_invalid'],
    ['a\nb.html', 'package_path_invalid'],
    ['a//b.html', 'package_path_invalid'],
    ['./index.html', 'package_path_invalid'],
    ['broken \ud800.html', 'package_path_invalid'],
    ['undecodable \ufffd.html', 'package_path_invalid'],
    ['', 'package_path_invalid'],
    [`${'d/'.repeat(32)}index.html`, 'package_path_too_long'],
    [`${'ä'.repeat(451)}.html`, 'package_path_too_long'],
  ])('%j is refused', (path, refusal) => {
    expect(findEntriesRefusal([page, entry(path)])).toBe(refusal)
  })

  test('two dots inside a name are allowed', () => {
    expect(findEntriesRefusal([page, entry('..a/b..c/....png')])).toBeNull()
  })
})

describe('names that collide', () => {
  test.each([
    ['index.html', 'INDEX.HTML'],
    ['index.html', 'index.html'],
    ['fl\u00e4kt.png', 'fla\u0308kt.png'],
    ['Straße.html', 'STRASSE.html'],
  ])('%s and %s are the same file on some file system', (one, other) => {
    expect(findEntriesRefusal([entry(one), entry(other)])).toBe('package_name_collision')
  })

  test.each([
    [[entry('bilder'), entry('bilder/bil.png')]],
    [[entry('Bilder/bil.png'), entry('bilder')]],
    [[folder('bilder/'), entry('bilder')]],
  ])('a file is not also a folder', (entries) => {
    expect(findEntriesRefusal(entries)).toBe('package_file_is_folder')
  })

  test('a folder with content is refused', () => {
    expect(findEntriesRefusal([page, { ...folder('bilder/'), size: 5, compressedSize: 5 }])).toBe(
      'package_file_is_folder',
    )
  })

  test('a folder may be listed twice', () => {
    expect(findEntriesRefusal([page, folder('bilder/'), folder('Bilder/'), entry('bilder/a.png')])).toBeNull()
  })
})

describe('properties of entries', () => {
  test('links are refused', () => expect(findEntriesRefusal([page, entry('a', { isLink: true })])).toBe('package_link'))

  test('encrypted files are refused', () => {
    expect(findEntriesRefusal([page, entry('a', { isEncrypted: true })])).toBe('package_encrypted')
  })

  test('a compression method that browsers lack is refused', () => {
    expect(findEntriesRefusal([page, entry('a', { method: 14 })])).toBe('package_compression_unsupported')
  })

  test('the size of a stored file equals its compressed size', () => {
    expect(findEntriesRefusal([page, entry('a', { method: 0, size: 21 })])).toBe('package_size_mismatch')
  })

  test('files that share bytes are refused', () => {
    const first = entry('a')
    expect(findEntriesRefusal([first, entry('b', { offset: first.offset })])).toBe('package_entries_overlap')
    expect(findEntriesRefusal([first, entry('b', { offset: first.offset + 49 })])).toBe('package_entries_overlap')
  })

  test('a package without files is empty', () => {
    expect(findEntriesRefusal([])).toBe('package_empty')
    expect(findEntriesRefusal([folder('a/')])).toBe('package_empty')
  })
})

describe('sizes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, place) => entry(`${place}.png`))

  test('at most ten thousand entries', () => {
    expect(findEntriesRefusal(many(10_000))).toBeNull()
    expect(findEntriesRefusal(many(10_001))).toBe('package_too_many_files')
  })

  test('at most 500 MB in total', () => {
    const half = { method: 0, size: 250 * MiB, compressedSize: 250 * MiB }
    const film = [entry('1.mp4', half), entry('2.mp4', half)]
    expect(findEntriesRefusal(film)).toBeNull()
    const more = entry('3.txt', { method: 0, size: 1, compressedSize: 1 })
    expect(findEntriesRefusal([...film, more])).toBe('package_unpacks_too_large')
  })

  test('a file with an extreme compression ratio is a zip bomb', () => {
    expect(findEntriesRefusal([page, entry('bomb', { size: 40 * MiB, compressedSize: 40_000 })])).toBe(
      'package_ratio_absurd',
    )
  })

  test('many files with a high compression ratio together are a zip bomb', () => {
    const swollen = Array.from({ length: 60 }, (_, place) => entry(`${place}`, { size: MiB, compressedSize: 5_000 }))
    expect(findEntriesRefusal(swollen)).toBe('package_ratio_absurd')
  })

  test('one blank picture is not a zip bomb', () => {
    expect(findEntriesRefusal([page, entry('blank.bmp', { size: 2 * MiB, compressedSize: 2_100 })])).toBeNull()
  })

  test('an archive of more than 500 MB is not opened', () => {
    expect(findArchiveSizeRefusal(packageLimits.archiveBytes)).toBeNull()
    expect(findArchiveSizeRefusal(packageLimits.archiveBytes + 1)).toBe('package_too_large')
  })
})

test('no accepted name leads outside the package', () => {
  const names = fc
    .array(fc.constantFrom('..', '.', '/', '\\', 'a', 'B', ':', '\0', 'c.html', '%2e', 'å'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(names, (path) => {
      if (findEntriesRefusal([entry(path)])) return
      const home = 'https://content.example/p/1/'
      expect(new URL(path.split('/').map(encodeURIComponent).join('/'), home).href.startsWith(home)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
