import { fileURLToPath } from 'node:url'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { commonPasswords } from './tools/common-passwords.ts'
import { contentScripts } from './tools/content-scripts.ts'

const serverEntrypoint = fileURLToPath(new URL('./src/server/platform/react-renderer.ts', import.meta.url))

/** Astro's React, with the server half replaced. */
function reactRenderedOnce() {
  const integration = react()
  const setUp = integration.hooks['astro:config:setup']
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) =>
        setUp?.({ ...options, addRenderer: (renderer) => options.addRenderer({ ...renderer, serverEntrypoint }) }),
    },
  }
}

/** Islands that wake when they are about to be used; see the file. */
const press = {
  name: 'client:press',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'press', entrypoint: './src/islands/press.ts' }),
  },
}

/** Icons as short as they can be; see the file. */
const shortIcons = {
  name: 'short-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './Icon.mjs' && importer?.includes('/lucide-react/')
      ? fileURLToPath(new URL('./src/islands/ui/lucide-icon.ts', import.meta.url))
      : null,
}

/** Pages place React's parts by a way of their own; see the file. */
const reactParts = {
  name: 'react-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'astro/compiler-runtime' && importer?.endsWith('.astro')
      ? fileURLToPath(new URL('./src/server/platform/react-parts.ts', import.meta.url))
      : null,
}

/** The Worker without its white space and comments: half the bytes to upload, and to read at each start. Names stay, for the log. */
const smallServer = {
  name: 'small-server',
  configEnvironment: (name) =>
    name === 'client'
      ? null
      : {
          build: {
            rolldownOptions: {
              output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
            },
          },
        },
}

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  adapter: cloudflare({
    imageService: 'passthrough',
    prerenderEnvironment: 'node',
    // `npm run dev` and `npm start` keep their data in the same place.
    persistState: { path: process.env['DATA_DIR'] ?? '.data' },
  }),
  integrations: [press, reactRenderedOnce()],
  devToolbar: { enabled: false },
  session: false,
  build: { inlineStylesheets: 'never' },
  security: {
    // Calls never authenticate by cookie, and the one form post that signs in checks its own origin.
    checkOrigin: true,
    csp: true,
  },
  vite: {
    plugins: [commonPasswords(), contentScripts(), reactParts, shortIcons, smallServer, tailwindcss()],
    build: {
      // A script that stands alone and is tiny is written into its page, with its hash in the policy: no request for it.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.length <= 3072,
    },
  },
})
