/** Whom the demo pays. */
export const ADDRESSES = {
  PARTNER: '0xde709f2102306220921060314715629080e2fb77',
  BITCOIN: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ETHEREUM: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  TRON: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
};
