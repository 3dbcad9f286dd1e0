#!/bin/bash
# A real Kubernetes with one node on Debian 12, from Debian's packages and Go's modules only: to try manifests where no image can be pulled.
#   node.sh deps      Debian's packages (runc, containerd, iptables, CNI plugins)
#   node.sh build     etcd, kube-*, kubectl, kubelet, CoreDNS, metrics-server from pinned Go modules (16 minutes on two cores)
#   node.sh images    pause, CoreDNS and metrics-server
#   node.sh up        starts the node; the archives in IMAGES are loaded
#   node.sh load TAR  loads an archive of images, as `docker save` writes it
#   node.sh k ARGS    kubectl inside;   node.sh in CMD   any command inside
#   node.sh down      ends all of it
# Everything runs in its own network, mount and PID namespace: the ports, iptables and /var/lib of this machine
# stay as they are, and the end of one process (PID 1 of the namespace) is the end of the node. It needs root.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
ROOT=${ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/tradeium/kubernetes}   # sources and programs
RUN=${RUN:-$ROOT/run}             # state of the running node; deleted by 'down'
KV=1.35.4                         # takes cgroup v1 (failCgroupV1: false) and Debian's containerd 1.6; 1.36.3 (go 1.26) not tried
ETCD=v3.6.12 COREDNS=v1.14.7 METRICS=v0.9.0
PODS=10.244.0.0/16 NODEPODS=10.244.0.0/24 SVCS=10.96.0.0/16 DNSIP=10.96.0.10 NODEIP=192.0.2.1
PKI=$RUN/pki
SOCK=$RUN/containerd.sock
SELF=$(readlink -f "$0")
export GOTOOLCHAIN=local ROOT RUN

deps() {
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    containerd runc containernetworking-plugins iptables nftables conntrack openssl iproute2 util-linux
}

# The published module go.mod says "staging module v0.0.0 => ./staging/..."; a module of ours that
# replaces each by its published v0.X.Y is all that 'go build' needs. go.mod/go.sum may be committed.
mod() { # mod DIR GOVERSION REQUIRE... -- IMPORT...
  local d=$1 more; shift; more=$(cat); mkdir -p "$d"; cd "$d"
  [ ! -f go.sum ] || return 0
  { echo "module $(basename "$d")"; echo; echo "go 1.25.0"; echo    # tidy raises this where a dependency asks for more
    while [ "$1" != -- ]; do echo "require $1"; shift; done; shift
    echo "$more"; } > go.mod
  { echo "//go:build tools"; echo; echo "package tools"; echo; for i; do echo "import _ \"$i\""; done; } > tools.go
  GOFLAGS=-mod=mod go mod tidy
}
K8SCMDS="kube-apiserver kube-controller-manager kube-scheduler kubectl kubelet kube-proxy"
build() {
  mkdir -p $ROOT/bin; export CGO_ENABLED=0
  local kd p=k8s.io/component-base/version c=k8s.io/client-go/pkg/version
  kd=$(cd / && go mod download -json k8s.io/kubernetes@v$KV | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  { grep '^godebug' "$kd/go.mod"; echo "replace ("
    sed -n '/^replace (/,/^)/p' "$kd/go.mod" | awk -v v="v0.${KV#1.}" '/=>/{print "\t"$1" => "$1" "v}'; echo ")"
  } | mod $ROOT/build "k8s.io/kubernetes v$KV" -- $(for x in $K8SCMDS; do echo k8s.io/kubernetes/cmd/$x; done)
  local ld="-s -w"
  for x in $p $c; do ld="$ld -X $x.gitVersion=v$KV -X $x.gitMajor=1 -X $x.gitMinor=$(cut -d. -f2 <<<$KV) -X $x.gitTreeState=clean -X $x.buildDate=2026-01-01T00:00:00Z"; done
  for x in $K8SCMDS; do one $x $ROOT/build "$ld" k8s.io/kubernetes/cmd/$x; done
  cp -r $HERE/netpold $ROOT/build/
  one netpold $ROOT/build "-s -w" ./netpold
  mod $ROOT/build-etcd "go.etcd.io/etcd/server/v3 $ETCD" -- go.etcd.io/etcd/server/v3 </dev/null
  one etcd $ROOT/build-etcd "-s -w" go.etcd.io/etcd/server/v3
  # CoreDNS with only the plug-ins a cluster needs (the full program pulls in cloud SDKs)
  mkdir -p $ROOT/build-coredns
  { echo "package main"; echo "import ("; echo '"github.com/coredns/coredns/coremain"'
    for x in bind cache errors health kubernetes loadbalance log ready reload hosts template; do
      echo "_ \"github.com/coredns/coredns/plugin/$x\""; done
    echo ")"; echo "func main() { coremain.Run() }"; } > $ROOT/build-coredns/main.go
  mod $ROOT/build-coredns "github.com/coredns/coredns $COREDNS" -- github.com/coredns/coredns/coremain </dev/null
  one coredns $ROOT/build-coredns "-s -w" .
  mod $ROOT/build-metrics "sigs.k8s.io/metrics-server $METRICS" -- sigs.k8s.io/metrics-server/cmd/metrics-server </dev/null
  one metrics-server $ROOT/build-metrics "-s -w" sigs.k8s.io/metrics-server/cmd/metrics-server
}
one() { # NAME DIR LDFLAGS PACKAGE
  local s=$SECONDS; cd "$2"
  nice -n 10 go build -mod=readonly -trimpath -ldflags "$3" -o $ROOT/bin/$1 "$4"
  echo "built $1 in $((SECONDS-s)) s, $(($(stat -c %s $ROOT/bin/$1)/1000000)) MB"
}

images() {
  mkdir -p $ROOT/images; cp -r $HERE/pause $HERE/mkimage.py $ROOT/images/; cd $ROOT/images; export CGO_ENABLED=0; mkdir -p out
  [ -f go.mod ] || go mod init node-images
  go build -trimpath -ldflags "-s -w" -o out/pause ./pause
  python3 mkimage.py out/pause.tar registry.local/pause:1 out/pause 65535:65535
  python3 mkimage.py out/coredns.tar registry.local/coredns:$COREDNS $ROOT/bin/coredns
  python3 mkimage.py out/metrics-server.tar registry.local/metrics-server:$METRICS $ROOT/bin/metrics-server
}

cert() { # NAME CN O [SAN]
  openssl req -new -newkey rsa:2048 -nodes -keyout $PKI/$1.key -subj "/O=$3/CN=$2" -out $PKI/$1.csr 2>/dev/null
  openssl x509 -req -in $PKI/$1.csr -CA $PKI/ca.crt -CAkey $PKI/ca.key -CAcreateserial -days 30 -out $PKI/$1.crt \
    -extfile <(echo "keyUsage=digitalSignature,keyEncipherment"; echo "extendedKeyUsage=serverAuth,clientAuth"; [ -z "${4:-}" ] || echo "subjectAltName=$4") 2>/dev/null
}
kubeconfig() { # NAME
  local a="$ROOT/bin/kubectl --kubeconfig=$RUN/$1.conf config"
  $a set-cluster c --server=https://127.0.0.1:6443 --certificate-authority=$PKI/ca.crt --embed-certs >/dev/null
  $a set-credentials u --client-certificate=$PKI/$1.crt --client-key=$PKI/$1.key --embed-certs >/dev/null
  $a set-context c --cluster=c --user=u >/dev/null; $a use-context c >/dev/null
}
pki() {
  mkdir -p $PKI
  openssl req -x509 -newkey rsa:2048 -nodes -keyout $PKI/ca.key -out $PKI/ca.crt -days 30 -subj /CN=test-ca 2>/dev/null
  openssl genrsa -out $PKI/sa.key 2048 2>/dev/null; openssl rsa -in $PKI/sa.key -pubout -out $PKI/sa.pub 2>/dev/null
  cert apiserver kube-apiserver x "DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local,IP:127.0.0.1,IP:${SVCS%.*}.1,IP:$NODEIP"
  cert admin admin system:masters
  cert apiserver-kubelet apiserver-kubelet system:masters
  cert front-proxy front-proxy x
  cert kcm system:kube-controller-manager x; cert sched system:kube-scheduler x; cert proxy system:kube-proxy x
  cert kubelet system:node:node1 system:nodes
  for n in admin kcm sched proxy kubelet; do kubeconfig $n; done
}

bg() { # NAME CMD...: a child of the namespace's PID 1
  local n=$1; shift; "$@" >>$RUN/log/$n.log 2>&1 & echo $! > $RUN/$n.pid; }
await() { # SECONDS CMD...
  local n=$(( $1 * 5 )); shift; until "$@" >/dev/null 2>&1; do n=$((n-1)); [ $n -gt 0 ] || { echo "gave up: $*"; return 1; }; sleep .2; done; }

_ns() { # PID 1 of the namespaces
  export PATH=$ROOT/bin:$PATH KUBECONFIG=$RUN/admin.conf
  ip link set lo up
  ip link add k8s0 type veth peer name k8s1
  ip addr add $NODEIP/24 dev k8s0; ip link set k8s0 up; ip link set k8s1 up
  ip route add default dev k8s0                      # kube-* look for a default route; it leads nowhere
  mkdir -p $RUN/{log,etcd}
  # kubelet writes these host-wide knobs: let it write to stand-ins seen only in this namespace
  for k in kernel/panic:10 kernel/panic_on_oops:1 vm/overcommit_memory:1; do
    echo ${k#*:} > $RUN/$(basename ${k%:*}); mount --bind $RUN/$(basename ${k%:*}) /proc/sys/${k%:*}; done
  bg etcd etcd --data-dir $RUN/etcd --unsafe-no-fsync --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380
  bg apiserver kube-apiserver --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0 --secure-port=6443 \
    --advertise-address=$NODEIP --service-cluster-ip-range=$SVCS --allow-privileged=true --cert-dir=$RUN/apicerts \
    --tls-cert-file=$PKI/apiserver.crt --tls-private-key-file=$PKI/apiserver.key --client-ca-file=$PKI/ca.crt \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --service-account-key-file=$PKI/sa.pub --service-account-signing-key-file=$PKI/sa.key \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction \
    --kubelet-client-certificate=$PKI/apiserver-kubelet.crt --kubelet-client-key=$PKI/apiserver-kubelet.key \
    --kubelet-preferred-address-types=InternalIP \
    --requestheader-client-ca-file=$PKI/ca.crt --requestheader-allowed-names=front-proxy \
    --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group \
    --requestheader-extra-headers-prefix=X-Remote-Extra- --enable-aggregator-routing=true \
    --proxy-client-cert-file=$PKI/front-proxy.crt --proxy-client-key-file=$PKI/front-proxy.key
  await 60 kubectl get --raw /readyz
  bg kcm kube-controller-manager --kubeconfig=$RUN/kcm.conf --authentication-kubeconfig=$RUN/kcm.conf \
    --authorization-kubeconfig=$RUN/kcm.conf --bind-address=127.0.0.1 --leader-elect=false \
    --use-service-account-credentials --root-ca-file=$PKI/ca.crt --service-account-private-key-file=$PKI/sa.key \
    --cluster-signing-cert-file=$PKI/ca.crt --cluster-signing-key-file=$PKI/ca.key \
    --allocate-node-cidrs --cluster-cidr=$PODS --service-cluster-ip-range=$SVCS \
    --horizontal-pod-autoscaler-sync-period=5s
  bg sched kube-scheduler --kubeconfig=$RUN/sched.conf --authentication-kubeconfig=$RUN/sched.conf \
    --authorization-kubeconfig=$RUN/sched.conf --bind-address=127.0.0.1 --leader-elect=false
  _node
  await 30 kubectl -n default get serviceaccount default
  touch $RUN/ready
  trap 'exit 0' TERM
  while :; do sleep 3600 & wait $!; done
}

_node() {
  mkdir -p $RUN/{containerd,kubelet,podlogs,cni,volplug,net.d}
  # private, empty stand-ins: nothing of the cluster is written to the host's /run, /var/log, /var/lib/cni
  mkdir -p /var/lib/cni /var/lib/kubelet           # 'down' removes these two again if empty
  for d in /run /var/log /var/lib/cni /var/lib/kubelet; do mount -t tmpfs t $d; done; mkdir -p /run/lock /run/netns
  mount --make-rshared /                             # shared only inside this namespace
  sysctl -qw net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1   # both are per network namespace
  cat > $RUN/net.d/10-bridge.conflist <<X
{"cniVersion":"0.4.0","name":"pods","plugins":[
 {"type":"bridge","bridge":"cni0","isGateway":true,"ipMasq":true,"hairpinMode":true,
  "ipam":{"type":"host-local","dataDir":"$RUN/cni","ranges":[[{"subnet":"$NODEPODS"}]],"routes":[{"dst":"0.0.0.0/0"}]}},
 {"type":"portmap","capabilities":{"portMappings":true}}]}
X
  cat > $RUN/containerd.toml <<X
version = 2
root = "$RUN/containerd/root"
state = "$RUN/containerd/state"
[grpc]
  address = "$SOCK"
[plugins."io.containerd.internal.v1.opt"]
  path = "$RUN/containerd/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.local/pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true    # no CAP_SYS_RESOURCE here: the -998 of sandboxes is refused
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$RUN/net.d"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
X
  bg containerd containerd -c $RUN/containerd.toml
  await 30 ctr -a $SOCK version
  for t in $ROOT/images/out/*.tar ${IMAGES:-}; do ctr -a $SOCK -n k8s.io images import "$t"; done
  echo "nameserver 127.0.0.1" > $RUN/resolv.conf
  cat > $RUN/kubelet.yaml <<X
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false            # default true from 1.35 on
cgroupDriver: cgroupfs
failSwapOn: false
containerRuntimeEndpoint: unix://$SOCK
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $PKI/ca.crt}}
authorization: {mode: Webhook}
clusterDNS: [$DNSIP]
clusterDomain: cluster.local
resolvConf: $RUN/resolv.conf
podLogsDir: $RUN/podlogs
volumePluginDir: $RUN/volplug
imageGCHighThresholdPercent: 100   # never collect images: they cannot be pulled again
evictionHard: {memory.available: 200Mi, nodefs.available: 1%, imagefs.available: 1%}
X
  bg kubelet kubelet --config=$RUN/kubelet.yaml --kubeconfig=$RUN/kubelet.conf --root-dir=$RUN/kubelet \
    --cert-dir=$RUN/kubelet-pki --hostname-override=node1 --node-ip=$NODEIP
  cat > $RUN/proxy.yaml <<X
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection: {kubeconfig: $RUN/proxy.conf}
mode: ${PROXYMODE:-iptables}
clusterCIDR: $PODS
hostnameOverride: node1
conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}   # not writable outside the first network namespace
X
  bg proxy kube-proxy --config=$RUN/proxy.yaml
  bg netpold netpold                                 # NetworkPolicy: 200 lines of our own, as kube-router cannot be built from Go's modules alone
  coredns_manifest | kubectl apply -f - >/dev/null
  metrics_manifest | kubectl apply -f - >/dev/null
  await 60 kubectl wait --for=condition=Ready node/node1 --timeout=1s
  await 90 kubectl -n kube-system rollout status deploy/coredns --timeout=1s
}

coredns_manifest() { cat <<X
apiVersion: v1
kind: ServiceAccount
metadata: {name: coredns, namespace: kube-system}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: system:coredns}
rules:
- {apiGroups: [""], resources: [endpoints, services, pods, namespaces], verbs: [list, watch]}
- {apiGroups: [discovery.k8s.io], resources: [endpointslices], verbs: [list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: system:coredns}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: system:coredns}
subjects: [{kind: ServiceAccount, name: coredns, namespace: kube-system}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: coredns, namespace: kube-system}
data:
  Corefile: |
    cluster.local:53 in-addr.arpa:53 {
      errors
      health
      ready
      kubernetes cluster.local in-addr.arpa {
        pods insecure
        ttl 5
      }
      cache 5
      loadbalance
    }
    .:53 {
      template ANY ANY . {
        rcode NXDOMAIN
      }
    }
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: coredns, namespace: kube-system}
spec:
  selector: {matchLabels: {k8s-app: kube-dns}}
  template:
    metadata: {labels: {k8s-app: kube-dns}}
    spec:
      serviceAccountName: coredns
      dnsPolicy: Default
      containers:
      - name: coredns
        image: registry.local/coredns:$COREDNS
        args: [-conf, /etc/coredns/Corefile]
        securityContext: {runAsUser: 0, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}}
        readinessProbe: {httpGet: {path: /ready, port: 8181}, periodSeconds: 1}
        volumeMounts: [{name: c, mountPath: /etc/coredns}]
      volumes: [{name: c, configMap: {name: coredns}}]
---
apiVersion: v1
kind: Service
metadata: {name: kube-dns, namespace: kube-system}
spec:
  selector: {k8s-app: kube-dns}
  clusterIP: $DNSIP
  ports: [{name: dns, port: 53, protocol: UDP}, {name: dns-tcp, port: 53, protocol: TCP}]
X
}

metrics_manifest() { cat <<X
apiVersion: v1
kind: ServiceAccount
metadata: {name: metrics-server, namespace: kube-system}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: system:metrics-server}
rules:
- {apiGroups: [""], resources: [nodes/metrics], verbs: [get]}
- {apiGroups: [""], resources: [pods, nodes, namespaces, configmaps], verbs: [get, list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: system:metrics-server}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: system:metrics-server}
subjects: [{kind: ServiceAccount, name: metrics-server, namespace: kube-system}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: metrics-server:system:auth-delegator}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: system:auth-delegator}
subjects: [{kind: ServiceAccount, name: metrics-server, namespace: kube-system}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: metrics-server-auth-reader, namespace: kube-system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: extension-apiserver-authentication-reader}
subjects: [{kind: ServiceAccount, name: metrics-server, namespace: kube-system}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: metrics-server, namespace: kube-system}
spec:
  selector: {matchLabels: {k8s-app: metrics-server}}
  template:
    metadata: {labels: {k8s-app: metrics-server}}
    spec:
      serviceAccountName: metrics-server
      containers:
      - name: metrics-server
        image: registry.local/metrics-server:$METRICS
        args: [--secure-port=10250, --cert-dir=/tmp, --kubelet-insecure-tls, --kubelet-preferred-address-types=InternalIP, --metric-resolution=15s]
        readinessProbe: {httpGet: {path: /readyz, port: 10250, scheme: HTTPS}, periodSeconds: 2}
        volumeMounts: [{name: t, mountPath: /tmp}]
      volumes: [{name: t, emptyDir: {}}]
---
apiVersion: v1
kind: Service
metadata: {name: metrics-server, namespace: kube-system}
spec:
  selector: {k8s-app: metrics-server}
  ports: [{port: 443, targetPort: 10250}]
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.metrics.k8s.io}
spec:
  group: metrics.k8s.io
  version: v1beta1
  service: {name: metrics-server, namespace: kube-system}
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
X
}

start() {
  [ ! -e $RUN/init.pid ] || { echo "already up?"; exit 1; }
  mkdir -p $RUN/log; pki
  setsid unshare --net --mount --pid --fork --mount-proc --propagation private --kill-child=SIGKILL \
    "$SELF" _ns </dev/null >$RUN/log/ns.log 2>&1 &
  local u=$!; sleep .5
  tr -d ' ' < /proc/$u/task/$u/children > $RUN/init.pid
  await 180 test -e $RUN/ready || { tail $RUN/log/ns.log; exit 1; }
}
in_ns() { nsenter -t "$(cat $RUN/init.pid)" -n -m -p --wdns="$PWD" -- env PATH=$ROOT/bin:$PATH KUBECONFIG=$RUN/admin.conf "$@"; }
down() {
  local p; p=$(cat $RUN/init.pid)
  kill -9 "$p" || true
  for _ in $(seq 50); do [ -e /proc/$p ] || break; sleep .2; done
  # retry: the kernel empties cgroups a moment after the kill
  for _ in 1 2 3 4 5; do
    find /sys/fs/cgroup -depth -type d \( -path '*/kubepods' -o -path '*/kubepods/*' \) -exec rmdir {} + 2>/dev/null || true
    [ -n "$(find /sys/fs/cgroup -type d -name kubepods)" ] || break; sleep .5
  done
  rmdir /var/lib/cni /var/lib/kubelet 2>/dev/null || true
  rm -rf $RUN
}

load() { in_ns ctr -a $SOCK -n k8s.io images import "$1"; }

case ${1:-} in
  deps|build|images|down|load|_ns) c=$1; shift; "$c" "$@" ;;
  up) start ;;
  k) shift; in_ns kubectl "$@" ;;
  in) shift; in_ns "$@" ;;
  *) sed -n '2,11p' "$0" ;;
esac
