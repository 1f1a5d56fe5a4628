/** Words of what depends on the browser and on the place that the page comes from. */
export const hosting = {
  keeps: {
    nothing:
      'This browser keeps nothing for this page: its site data is blocked. Scenes can be loaded and questions asked all the same, but what was loaded, answered and learned is gone when this page is closed or reloaded. To keep it, allow this page to store site data, then reload.',
    records:
      'This browser keeps no files for this page, as in a private window. What was asked and learned is kept as long as the browser keeps it; scenes and results are gone when this page is closed or reloaded and have to be given again. To keep them, open GeoForge in an ordinary window.',
  },
  lack: {
    policy:
      'This host does not send GeoForge’s policy, and this browser lets no service worker add it: the page itself can reach no other site, but its workers run without that guarantee, and without threads. For work that must stay here, allow the page to store site data, or use a host that sends the headers, then reload.',
    isolation:
      'This page is not isolated from other sites, so language models run on one processor core alone. All else works. It is isolated where it is opened in a tab of its own, from a host that sends the headers or with its service worker.',
  },
  newer: {
    ready: 'A newer GeoForge is ready.',
    afterRun: 'A newer GeoForge is ready. It waits until the question is answered.',
    held: 'A newer GeoForge is ready. It waits until a question in another tab is answered, then this page reloads.',
    replaced:
      'A newer GeoForge was put in place from another tab. This tab is still the one before: reload it when nothing here is left to finish.',
    reload: 'Reload',
  },
  install: {
    action: 'Install GeoForge',
    text: 'As an app it has a window of its own and opens without the network. What is stored stays the same.',
  },
  notSecure: {
    title: 'GeoForge cannot work at this address',
    found: (origin: string) =>
      `This page came from ${origin}: by plain HTTP, from another machine. Browsers withhold from such pages what GeoForge is built on. Nothing is wrong with this machine or with the browser.`,
    needs: 'What is needed, and whether it is here',
    there: 'there',
    missing: 'missing',
    parts: {
      serviceWorker: [
        'Service worker',
        'opens the app without the network and puts its workers under the policy',
      ],
      files: ['Private file storage', 'keeps scenes and results, and reads them piece by piece'],
      isolation: ['Isolation from other sites', 'lets threads share memory'],
      gpu: ['WebGPU', 'runs language models on the graphics card'],
      locks: ['Web Locks', 'keep two tabs from writing over each other'],
    } satisfies Record<string, readonly [name: string, use: string]>,
    ways: 'How a class gets it',
    local: 'On each machine by itself',
    localSteps: [
      'Copy the lesson folder to each machine, from a USB stick for instance. It is made with “npm run build:lesson”.',
      'Start a web server in it: “node serve.mjs”, or “python3 -m http.server 4180”.',
      'Open http://localhost:4180/ there. An address that begins with localhost is secure without a certificate.',
    ],
    https: 'By HTTPS from one machine',
    httpsText:
      'Serve the folder by HTTPS under a name whose certificate the machines trust. Any static web server will do; GeoForge’s documentation on hosting has examples.',
    language: 'Language',
  },
}
