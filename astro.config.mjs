import { fileURLToPath } from 'node:url'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { commonPasswords } from './tools/common-passwords.ts'
import { contentScripts } from './tools/content-scripts.ts'
import { migrationNames } from './tools/migration-names.ts'

/** The adapter puts a banner that defines `process` into every chunk; it is for the Worker, and scripts of the browser do without. */
const clientWithoutBanner = {
  name: 'client-without-banner',
  configEnvironment: (name) => (name === 'client' ? { build: { rolldownOptions: { output: { banner: '' } } } } : null),
}

/** Renders islands on the server in one call; see the file. It is asked before the renderer of `@astrojs/react`. */
const islandRenderer = {
  name: 'island-renderer',
  hooks: {
    'astro:config:setup': ({ addRenderer }) =>
      addRenderer({
        name: 'react-islands',
        clientEntrypoint: '@astrojs/react/client.js',
        serverEntrypoint: fileURLToPath(new URL('./src/islands/hydration/island-renderer.ts', import.meta.url)),
      }),
  },
}

/** Islands that are hydrated when they are about to be used; see the folder. */
const press = {
  name: 'client:press',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'press', entrypoint: './src/islands/hydration/press-directive.ts' }),
  },
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
  integrations: [press, islandRenderer, react()],
  devToolbar: { enabled: false },
  session: false,
  build: { inlineStylesheets: 'never' },
  security: {
    // Calls never authenticate by cookie, and the one form post that signs in checks its own origin.
    checkOrigin: true,
    csp: true,
  },
  vite: {
    plugins: [commonPasswords(), contentScripts(), migrationNames(), clientWithoutBanner, smallServer, tailwindcss()],
    build: {
      // A script that stands alone and is tiny is written into its page, with its hash in the policy: no request for it.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.length <= 3072,
    },
  },
})
