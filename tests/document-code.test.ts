import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type MarkdownPage,
  missingCalls,
  missingFiles,
  missingImports,
  missingMentions,
  missingNames,
  missingScripts,
} from './document-code.ts'

const pages: MarkdownPage[] = ['CONTRIBUTING.md', ...globSync('docs/building/*.md')].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

describe.each(pages)('the code of $path', (page) => {
  test('imports what a module exports', () => expect(missingImports(page)).toEqual([]))
  test('uses names that its file has', () => expect(missingNames(page)).toEqual([]))
  test('names files that exist or that its examples write', () => expect(missingFiles(page)).toEqual([]))
  test('makes calls that a contract or an example has', () => expect(missingCalls(page)).toEqual([]))
  test('finds a name in the file that is linked behind it', () => expect(missingMentions(page)).toEqual([]))
  test('runs scripts of package.json', () => expect(missingScripts(page)).toEqual([]))
})

const pageWith = (above: string, code: string): MarkdownPage => ({
  path: 'CONTRIBUTING.md',
  text: `${above}\n\n   \`\`\`ts\n${code}\n   \`\`\`\n`,
})

describe('the search', () => {
  test('finds a missing module, a missing export and a block without a file', () => {
    const file = '`tests/journeys/example.spec.ts`'
    expect(missingImports(pageWith(file, "import { signIn } from './people.ts'"))).toHaveLength(1)
    expect(missingImports(pageWith(file, "import { signIn, signOff } from './sign-in.ts'"))).toHaveLength(1)
    expect(missingImports(pageWith(file, "import { id } from '#components/id-in.ts'"))).toHaveLength(1)
    expect(missingImports(pageWith(file, "import one from 'no-such-package'"))).toHaveLength(1)
    expect(missingImports(pageWith('A file.', "import { signIn } from './sign-in.ts'"))).toHaveLength(1)
  })

  test('follows an import of a file that the page writes itself', () => {
    const page = pageWith('`src/example/a.ts`', 'export const one = 1')
    const importer = pageWith('`src/example/b.ts`', "import { one, two } from './a.ts'")
    expect(missingImports({ path: page.path, text: page.text + importer.text })).toEqual(['two of ./a.ts'])
  })

  test('finds a name that the file of a part does not have, and a function that a new file does not import', () => {
    const contract = '[contract.ts](src/server/api/catalogue/events/contract.ts)'
    expect(missingNames(pageWith(contract, "'GET /A': { cache: shared(60), reply: Event },"))).toHaveLength(1)
    expect(missingNames(pageWith(contract, '{ ...row, ...authored(actor) }'))).toHaveLength(3)
    expect(missingNames(pageWith('`src/example/new.ts`', 'const id = parseId(params)'))).toHaveLength(1)
  })

  test('finds a name that the file linked behind it does not have', () => {
    const text = '`mayManage` and `mayRule` ([access.ts](src/server/api/people/reach/access.ts))'
    expect(missingMentions({ path: 'CONTRIBUTING.md', text })).toEqual([
      'mayRule of src/server/api/people/reach/access.ts',
    ])
  })

  test('finds files, calls and scripts that do not exist', () => {
    const text =
      '`gone.ts`, `src/gone`, `tests/api/*-gone.test.ts`, `rules.test.ts`, `src/**/*.astro`, `npm run gone`, `/a/{id}`'
    expect(missingFiles({ path: 'CONTRIBUTING.md', text })).toHaveLength(3)
    expect(missingScripts({ path: 'CONTRIBUTING.md', text })).toEqual(['gone'])
    const editor = "[a](src/islands/events/EventEditor.tsx) uses `api('POST /Events')`"
    expect(missingCalls({ path: 'CONTRIBUTING.md', text: `${editor}, \`api('GET /Gone')\`` })).toHaveLength(2)
  })
})
