const PICTURE = /\b(?:maps?|pictures?|plots?|images?|draw|show|display|render|visuali[sz]e|layer)\b/i
/** Areas, shares, limits and courses of green are other questions. */
const OTHER =
  /\d ?%|\bpercent\b|\bhectares?\b|\bha\b|\bkm\b|\bhow (?:much|many)\b|\barea of\b|\bextent\b|\bshare\b|\bchang\w*|\bbetween\b|\btrends?\b|\bthan (?:before|usual|normal|in)\b|\b(?:became|become|got|grew|turned|gr[eo]wn)\b|\bseasons?\b|\bNDVI\b|\b[A-Z]*VI\b/
const PLANTS = '(?:vegetation|plants?|crops?|fields?|land|area|leaves|canopy|grass|meadows?|pastures?)'
const STRENGTH =
  '(?:greenness|vigou?r|lushness|leafiness|(?:state|condition|density) of the (?:plants?|vegetation|crops?))'
const GREEN = new RegExp(
  `\\bhow (?:green|lush|vigorous)(?:ly)? (?:the |my |our |each |every |its )?(?:\\w+ )?${PLANTS}(?: (?:is|are|grows?|looks?))?\\b|` +
    `\\bwhich (?:fields?|parcels?|plots?|parts) (?:is|are) (?:the )?(?:more green|greener|greenest)(?: than (?:the )?(?:others?|rest))?\\b|` +
    `\\bhow (?:does|do|is|are) the ${STRENGTH} (?:of )?(?:the |my |our )?(?:${PLANTS} )?(?:vary|varies|varied|differ|spread|distributed)\\b|` +
    `\\b(?:the )?(?:plant |vegetation |crop )?${STRENGTH}(?: of (?:the |my |our )?${PLANTS})?\\b`,
  'gi',
)
/** Told of every picture: each of its pixels is a place. */
const EVERYWHERE =
  /,? \b(?:from (?:field|place|parcel|plot) to (?:field|place|parcel|plot)|(?:field|parcel|plot) by (?:field|parcel|plot)|(?:in|of|on|for) (?:each|every) (?:field|parcel|plot)|across (?:the|my|our|all) (?:fields|parcels|plots))\b/gi

/** 'Where my vines are vigorous and where they are not': the places that a picture shows. */
const WHERE_GREEN =
  /\bwhere (?:(?:the|my|our|its|all) )?(?:[\w-]+ ){1,3}(?:is|are|grows?|looks?|does|do) (?:most |more |less )?(?:vigorous(?:ly)?|green(?:er|est)?|lush|healthy|strong|well|best)(?:,? (?:and|or) where (?:it|they) (?:is|are|does|do)(?: not|n['’]t))?\b/gi

/** A picture of how green plants are is a map of the NDVI; other questions of green are left as they are. */
export function plainGreenness(text: string): string {
  if (!PICTURE.test(text) || OTHER.test(text)) return text
  const said = text.replace(WHERE_GREEN, 'the NDVI')
  if (said === text && text.search(GREEN) < 0) return text
  return said.replace(EVERYWHERE, '').replace(GREEN, 'the NDVI')
}
