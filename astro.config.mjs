import { fileURLToPath } from 'node:url'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { commonPasswords } from './tools/common-passwords.ts'
import { contentScripts } from './tools/content-scripts.ts'
import { migrationNames } from './tools/migration-names.ts'

/** Removes the adapter's banner, which defines `process` for the Worker, from scripts of the browser. */
const clientWithoutBanner = {
  name: 'client-without-banner',
  configEnvironment: (name) => (name === 'client' ? { build: { rolldownOptions: { output: { banner: '' } } } } : null),
}

/** Renders islands on the server (src/islands/hydration). Astro asks it before the renderer of `@astrojs/react`. */
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

/** Directive `client:press`: hydrates an island when it is about to be used (src/islands/hydration). */
const press = {
  name: 'client:press',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'press', entrypoint: './src/islands/hydration/press-directive.ts' }),
  },
}

/**
 * Removes white space and comments from the Worker: half the bytes to upload, and to parse at each start. Names stay,
 * for stack traces in the log.
 */
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
    // Beyond this, calls never authenticate by cookie, and the form that signs in checks the origin itself.
    checkOrigin: true,
    csp: true,
  },
  vite: {
    plugins: [commonPasswords(), contentScripts(), migrationNames(), clientWithoutBanner, smallServer, tailwindcss()],
    build: {
      // Scripts of up to 3 kB without imports are inlined, with their hash in the policy, which saves a request.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.length <= 3072,
    },
  },
})
