/** Words of src/ui/privacy. */
export const privacy = {
  view: 'Privacy',
  badge: {
    sealed: 'Sealed ·',
    connected: 'Connected ·',
    rest: (refused: number) => (refused > 0 ? ` sent out, ${refused} refused` : ' sent out'),
    title: (own: number, others: number, refused: number) =>
      [
        `Since it opened this page made ${own === 1 ? '1 request' : `${own} requests`} to its own site`,
        `${others === 0 ? 'none' : String(others)} to other hosts`,
        ...(refused > 0
          ? [`and the browser refused ${refused === 1 ? '1 request' : `${refused} requests`}`]
          : []),
      ].join(', ') + '. Open the list.',
  },
  sealed: {
    thisIs: 'This is the',
    name: 'sealed',
    text: 'page. Your files, questions and memories stay on this machine, and the browser itself refuses what this page or its workers would ask of any other host, whatever a file, a model or a fault in this program may try.',
  },
  connected: {
    thisIs: 'This is the',
    name: 'connected',
    text: 'page. It can ask other hosts, each after you allowed it by name under',
    models: 'Models',
    sent: '. Your files are not sent. A model server that you set up there gets what you ask, facts about the data, what was measured, and the steps that memory suggests.',
    back: 'Back to the sealed page',
  },
  policy: {
    title: 'The policy that holds',
    none: 'This page carries no policy, as a development build does. Build the app to see the real one.',
    read: 'Read from this page’s own source. The browser enforces it for the page; workers have the sealed one from their own responses.',
  },
  check: {
    title: 'How to check it yourself',
    tools:
      'Open the browser’s developer tools, “Network”, and reload. Ask something: no line may name another host.',
    source:
      'Show the source of this page: the policy above stands in its “meta” element. A server of your own sends it as a header too: look at “Content-Security-Policy” of the page and of the files under “assets”.',
    offline:
      'Switch the network off and reload. Where the page opened once before on HTTPS or localhost, all works but getting models.',
  },
  limits: {
    title: 'What this does not cover',
    text: 'No such policy keeps a page from leading to another address, or from a call between two browsers (WebRTC): this program does neither by itself, and the list would not show it. Extensions of the browser see what the page shows. Who can use this browser profile can read what is stored in it: nothing is encrypted here. Whoever serves the page sees that it was opened, and could serve another program; keep your own copy where that matters. What you export or save leaves with the file.',
  },
  requests: {
    title: 'What it requested',
    own: (since: string) => `Nothing but its own files from the site that it came from, since ${since}.`,
    others: (count: number, since: string) =>
      `${count === 1 ? '1 other host' : `${count} other hosts`} since ${since}.`,
    refused: (count: number) =>
      `${count === 1 ? '1 request was' : `${count} requests were`} refused before anything was sent.`,
    byHost: 'Requests by host',
    host: 'Host',
    sent: 'Requests sent',
    refusedColumn: 'Refused by the browser',
    received: 'Received over the network',
    thisSite: '(this site)',
    last: (count: number) => `The last ${count === 1 ? '1 request' : `${count} requests`}`,
    wasRefused: 'refused',
    keptCopy: 'kept copy',
    note: 'As the browser notes them, for the page and its workers. Reading your files, this profile’s storage and copies that are kept here is no request. At the first visit a worker of its own fetches every file of this site once more, for when the network is off; those are not in the list.',
  },
  attempt: {
    title: 'Try to break it',
    text: 'This asks a host that cannot exist (its name ends in “.invalid”) for a page. A policy that holds refuses it before it is sent, and the list above counts it.',
    action: 'Send it',
    refused: 'Refused by the browser.',
    holds: 'The policy holds.',
    notRefused: 'Not refused.',
    fails:
      'No policy holds on this page: it was served without one, or by a development server. Nothing of yours was in the request.',
  },
  directives: {
    'default-src': 'What is not named below is not loaded from anywhere.',
    'script-src': 'Programs come from this site alone; WebAssembly is allowed, code made of text is not.',
    'worker-src': 'Workers run this site’s programs, or what those made here.',
    'connect-src': 'Where the page may send anything to.',
    'img-src': 'Pictures come from this site, or were made here.',
    'style-src': 'Styles come from this site; the one exception is the style of the charts, by its hash.',
    'font-src': 'Fonts come from this site.',
    'manifest-src': 'So does what an installed app is called.',
    'form-action': 'No form can be sent anywhere.',
    'base-uri': 'Addresses in the page cannot be bent to another site.',
    'frame-ancestors': 'No other site can show this page inside its own.',
  },
}
