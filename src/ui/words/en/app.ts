/** Words of the frame: header, tabs and what stands above all views. */
export const app = {
  skip: 'Skip to the main part',
  views: 'Views',
  start: 'Start',
  analyse: 'Analyse',
  memory: 'Memory',
  lessons: 'Lessons',
  models: 'Models',
  privacy: 'Privacy',
  settings: 'Settings',
  panels: 'Panels',
  data: 'Data',
  map: 'Map',
  conversation: 'Conversation',
  secondTab:
    'Another tab of GeoForge is open and holds the memory. This tab can look, but not change anything, until the other one is closed.',
}
